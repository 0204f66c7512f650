import type { Problem } from '../../base/problem.ts';
import { access } from 'node:fs/promises';
import { listAdmins } from './admins.ts';
import type { Calls } from './calls.ts';
import type { ReadText } from './knownTexts.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';
import { readText } from './readText.ts';

/** A ref's file name ends in `.lock` while it is written, and file systems take 255 bytes. */
const longestBranch = 200;

/** Null when a branch of this name can be made, else why not. */
export async function branchProblem(calls: Calls, repository: Repository, branch: string): Promise<Problem | null> {
  const bytes = Buffer.byteLength(branch);
  if (bytes > longestBranch) return problems.branchLong(branch, bytes);
  if (branch.startsWith('-') || branch.startsWith('refs/')) return problems.branchName(branch);
  const checked = await calls.run('check the branch name', {
    at: central(repository),
    args: ['check-ref-format', '--branch', branch],
  });
  if (!checked.ok) return checked.error;
  // `@{-1}` and the like are accepted and replaced by another name: that is not the name that was asked for.
  if (checked.value.code !== 0 || checked.value.out !== `${branch}\n`) return problems.branchName(branch);

  const listed = await calls.must('list branches', {
    at: central(repository),
    args: ['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads/'],
  });
  if (!listed.ok) return listed.error;
  // On a file system that folds case, `Fix` and `fix` are one file.
  const fold = (name: string) => (process.platform === 'linux' ? name : name.toLowerCase());
  const wanted = fold(branch);
  for (const line of listed.value.out.split('\n')) {
    const other = line.slice(line.indexOf(' ') + 1);
    const name = fold(other);
    if (name.startsWith(`${wanted}/`) || wanted.startsWith(`${name}/`)) return problems.branchClash(branch, other);
    if (name === wanted) {
      const path = await checkedOutAt(calls, repository, other);
      return path === null
        ? problems.branchElsewhere(branch, line.slice(0, line.indexOf(' ')))
        : problems.branchInUse(branch, path);
    }
  }
  const path = await checkedOutAt(calls, repository, branch);
  return path === null ? null : problems.branchInUse(branch, path);
}

/** First checkout that has the branch checked out (also one without commits, and one in the middle of rebasing it). */
export async function checkedOutAt(calls: Calls, repository: Repository, branch: string): Promise<string | null> {
  return (await checkoutsOf(calls, repository, branch))[0]?.path ?? null;
}

export interface CheckoutOfBranch {
  readonly path: string;
  readonly gitDir: string;
}

/** Every existing checkout that has the branch checked out; a worktree whose folder is gone does not count. */
export async function checkoutsOf(
  calls: Calls,
  repository: Repository,
  branch: string,
): Promise<readonly CheckoutOfBranch[]> {
  const ref = `refs/heads/${branch}`;
  const refs = await createRefReader(calls, repository.commonDir, repository.commonDir);
  const main = repository.bare
    ? []
    : [{ path: repository.controlRoot, gitDir: repository.commonDir, headRef: await refs.target('HEAD') }];
  const linked = (await listAdmins(repository.commonDir)).map((admin) => ({
    path: admin.path,
    gitDir: admin.folder,
    headRef: admin.headRef,
  }));
  const held: CheckoutOfBranch[] = [];
  for (const { path, gitDir, headRef } of [...main, ...linked]) {
    const holds = headRef === ref || (await rebasing(gitDir)) === ref;
    if (holds && (await exists(path))) held.push({ path, gitDir });
  }
  return held;
}

/** The branch that a rebase will move when it ends: meanwhile HEAD is detached. */
export async function rebasing(gitDir: string, text: ReadText = readText): Promise<string | null> {
  return (await text(`${gitDir}/rebase-merge/head-name`)) ?? (await text(`${gitDir}/rebase-apply/head-name`));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
