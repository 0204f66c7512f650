import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Change } from '../../core/loop/types.ts';
import { isTestPath } from '../../core/testLoss/isTestPath.ts';
import type { Files } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';

/** A checkout of the base with the tests of the change, to show what they say without it. */
export interface BaseCheckout {
  /** Makes it when it is first asked for, and answers its folder. */
  open(): Promise<Result<string, Problem>>;
  /** Removes it; nothing where none was made. */
  close(): Promise<Result<void, Problem>>;
}

/** `path` is a folder that is for nothing else: what an earlier, interrupted try left there goes first. */
export function createBaseCheckout(
  path: string,
  change: Pick<Change, 'base' | 'head' | 'files'>,
  { git, files }: { readonly git: Git; readonly files: Pick<Files, 'real' | 'write'> },
): BaseCheckout {
  let opened: Promise<Result<string, Problem>> | null = null;
  const name = `${change.head}-base`;
  const make = async (): Promise<Result<string, Problem>> => {
    const gone = await git.removeWorktree(path, name, []);
    if (!gone.ok) return gone;
    const made = await git.createWorktree({ path, branch: null, commit: change.base });
    if (!made.ok) return made;
    for (const file of change.files) {
      if (!isTestPath(file.path)) continue;
      const laid = await layOver(path, file.path, change.head, git, files);
      if (!laid.ok) return laid;
    }
    return ok(path);
  };
  return {
    open: () => (opened ??= make()),
    close: async () => {
      if (opened === null) return ok(undefined);
      await opened;
      const removed = await git.removeWorktree(path, name, []);
      return removed.ok ? ok(undefined) : removed;
    },
  };
}

/** Puts one file of the head into the checkout. One that the head has not stays as the base has it. */
async function layOver(
  root: string,
  file: string,
  head: string,
  git: Git,
  files: Pick<Files, 'real' | 'write'>,
): Promise<Result<void, Problem>> {
  const text = await git.readFileAt(head, file);
  if (!text.ok) return text;
  if (text.value === null) return ok(undefined);
  // A folder of the head may be a link in the base, which must lead nobody out of the checkout.
  const [real, folder] = [await files.real(root), await realFolder(root, file, files)];
  if (real === null || folder === null || (folder !== real && !folder.startsWith(`${real}/`)))
    return err(
      problem('check.linkedTest', '{file} lies behind a link at the base, so nothing can be proved with it there.', {
        file,
      }),
    );
  return files.write(`${root}/${file}`, text.value);
}

/** Where the deepest folder that is there of a file's path really is. */
async function realFolder(root: string, file: string, files: Pick<Files, 'real'>): Promise<string | null> {
  const parts = file.split('/').slice(0, -1);
  for (let depth = parts.length; depth >= 0; depth--) {
    const found = await files.real([root, ...parts.slice(0, depth)].join('/'));
    if (found !== null) return found;
  }
  return null;
}
