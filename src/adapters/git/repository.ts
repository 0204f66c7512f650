import { basename, dirname, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { bareRoot } from './bareRoot.ts';
import { splitNul, type Calls } from './calls.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { canonical } from './readText.ts';

/** Which repository a folder belongs to; none of it changes while it exists. */
export interface Repository {
  readonly commonDir: string;
  readonly controlRoot: string;
  readonly sourceRoot: string;
  /** Git dir of the source root: the common dir, or one of its worktrees'. */
  readonly gitDir: string;
  readonly bare: boolean;
}

/** Refs, objects and the list of worktrees: no working files. */
export const central = (repository: Repository): Place => ({
  cwd: repository.commonDir,
  gitDir: repository.commonDir,
  workTree: null,
});

/** The main checkout; in a bare layout there is none. */
export const mainCheckout = (repository: Repository): Place | null =>
  repository.bare
    ? null
    : { cwd: repository.controlRoot, gitDir: repository.commonDir, workTree: repository.controlRoot };

/** Asks git once (twice from a linked worktree), and names what keeps it from answering. */
export async function findRepository(calls: Calls, folder: string): Promise<Result<Repository, Problem>> {
  // Its answer has a line for each path.
  if ((await canonical(folder).catch(() => folder)).includes('\n')) return err(problems.lineFeed(folder));
  const asked = await calls.run('look at the repository', {
    at: { discover: folder },
    args: ['rev-parse', '--is-bare-repository', '--absolute-git-dir', '--git-common-dir', '--show-toplevel'],
  });
  if (!asked.ok) return asked;
  const [bareWord, gitDirWord, commonWord, topWord, rest] = asked.value.out.replace(/\n$/, '').split('\n');
  if (rest !== undefined) return err(problems.lineFeed(`${gitDirWord}\n`));
  // In a bare layout only the last question fails; a folder outside of every repository answers none.
  if (gitDirWord === undefined || commonWord === undefined) return err(whyNot(asked.value.said, folder));
  const gitDir = await canonical(gitDirWord);
  const commonDir = await canonical(resolve(folder, commonWord));
  const top = topWord === undefined ? null : await canonical(topWord);
  if (gitDir === commonDir && top !== null) {
    return ok({ commonDir, gitDir, bare: false, controlRoot: top, sourceRoot: top });
  }
  const main = await mainRoot(calls, commonDir);
  if (!main.ok) return main;
  const root = main.value === null ? await bareRoot(commonDir) : ok(main.value);
  if (!root.ok) return root;
  const controlRoot = root.value;
  const bare = main.value === null && (gitDir !== commonDir || bareWord === 'true');
  return ok({ commonDir, gitDir, bare, controlRoot, sourceRoot: top ?? controlRoot });
}

/** Main checkout of a common dir by its own configuration, null in a bare layout. */
async function mainRoot(calls: Calls, commonDir: string): Promise<Result<string | null, Problem>> {
  const asked = await calls.run('read the configuration', {
    at: { cwd: commonDir, gitDir: commonDir, workTree: null },
    args: ['config', '-z', '--get-regexp', '^core\\.(bare|worktree)$'],
  });
  if (!asked.ok) return asked;
  const settings = new Map(
    splitNul(asked.value.out).map((entry) => [
      entry.slice(0, entry.indexOf('\n')),
      entry.slice(entry.indexOf('\n') + 1),
    ]),
  );
  const named = settings.get('core.worktree');
  // A submodule's git dir lies in its parent's and says where the checkout is.
  if (named !== undefined) return ok(await canonical(resolve(commonDir, named)));
  if (settings.get('core.bare') === 'true' || basename(commonDir) !== '.git') return ok(null);
  return ok(dirname(commonDir));
}

function whyNot(said: string, folder: string): Problem {
  if (/dubious ownership|unsafe repository/.test(said)) {
    const named = /repository (?:at )?\(?'([^']+)'/.exec(said)?.[1] ?? folder;
    const command =
      /(git config --global --add safe\.directory .+)$/.exec(said)?.[1] ??
      `git config --global --add safe.directory ${quote(named)}`;
    return problems.unsafe(named, command.trim());
  }
  if (/not a git repository/.test(said)) return problems.notARepository(folder);
  return problems.gitFailed('look at the repository', said || 'it gave no answer');
}

/** For a command that a person copies into a shell. */
const quote = (path: string): string => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
