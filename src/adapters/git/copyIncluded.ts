import { constants } from 'node:fs';
import { copyFile, lstat, readlink, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { foldersOfOthers } from './foldersOfOthers.ts';
import { makeFolderWithin } from './folderWithin.ts';
import type { Place } from './place.ts';

const slash = 0x2f;

interface Copies {
  readonly copied: readonly string[];
  readonly kept: readonly string[];
}

/** Variables of the control plane: whoever works in a worktree is told where those of the main checkout are. */
const onlyInMain = '.mam.env';

/** Names that are told of; more nobody reads. */
const mostNames = 200;

/**
 * Copies what `.worktreeinclude` of the main checkout names (in the syntax of `.gitignore`) and git ignores there. Links
 * stay links and are not followed, names may hold any bytes, and nothing that is there is written over. What other worktrees
 * and MAM itself have below the main checkout is nobody's to copy.
 */
export async function copyIncluded(calls: Calls, main: Place, to: Place): Promise<Result<Copies, Problem>> {
  const file = join(main.cwd, '.worktreeinclude');
  const facts = await lstat(file).catch(() => null);
  if (facts?.isFile() !== true) return ok({ copied: [], kept: [] });
  const [named, ignored] = await Promise.all(
    [`--exclude-from=${file}`, '--exclude-standard'].map((by) =>
      calls.must('list ignored files', {
        at: main,
        args: ['ls-files', '--others', '--ignored', by, '-z'],
        maxBytes: 256 * 1024 * 1024,
      }),
    ),
  );
  if (!named?.ok) return named ?? ok({ copied: [], kept: [] });
  if (!ignored?.ok) return ignored ?? ok({ copied: [], kept: [] });
  const known = new Set(parts(ignored.value.bytes).map((name) => name.toString('latin1')));
  const copied: string[] = [];
  const kept: string[] = [];
  const root = await realpath(to.cwd);
  const isOfOthers = await foldersOfOthers(main);
  for (const name of parts(named.value.bytes)) {
    const text = name.toString('latin1');
    if (!known.has(text) || text === onlyInMain || (await isOfOthers(text))) continue;
    const list = (await copyOne(main.cwd, to.cwd, root, name)) ? copied : kept;
    if (list.length < mostNames) list.push(name.toString('utf8'));
  }
  return ok({ copied, kept });
}

/** False where something is there already, or what stands above it leads out of the worktree. */
async function copyOne(from: string, to: string, root: string, name: Buffer): Promise<boolean> {
  const [source, target] = [below(from, name), below(to, name)];
  const facts = await lstat(source).catch(() => null);
  if (facts === null || !(facts.isFile() || facts.isSymbolicLink())) return false;
  if ((await lstat(target).catch(() => null)) !== null) return false;
  const above = target.subarray(0, target.lastIndexOf(slash));
  if (!(await makeFolderWithin(root, above))) return false;
  if (facts.isSymbolicLink()) await symlink(await readlink(source, 'buffer'), target);
  else await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  return true;
}

const below = (folder: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name]);

function parts(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    if (end === -1) break;
    found.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return found;
}
