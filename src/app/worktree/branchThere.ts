import { problem, type Problem } from '../../base/problem.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { SharedBase } from '../overlap/sharedBase.ts';
import type { Git } from '../ports/git.ts';

type LooksAtBranches = Pick<Git, 'branchStand'>;

/** Why a worktree's new branch can't be made, with how far the one that is there has fallen behind: nobody goes on with old work unknowingly. */
export async function branchThere(
  git: LooksAtBranches,
  why: Problem,
  { branch, path, base }: { readonly branch: string; readonly path: string; readonly base: SharedBase },
): Promise<Problem> {
  const stand = why.code === 'branch.exists' ? await git.branchStand(branch, base.commit) : null;
  if (stand === null) return why;
  return problem(
    'branch.exists',
    'The branch {branch} is there already: {behind} commits behind {base} and {ahead} of its own, the last one of {date}. Choose another name, or go on with that one: {command}',
    {
      ...{ branch, behind: stand.behind, ahead: stand.ahead, base: base.name, date: stand.committedAt.slice(0, 10) },
      command: commandLine(['mam', 'worktree', 'prepare', '--path', path, '--branch', branch, '--base', branch]),
    },
  );
}

/** That work goes on with a branch that was there. */
export async function branchTaken(git: LooksAtBranches, branch: SharedBase, base: SharedBase): Promise<Problem> {
  const stand = await git.branchStand(branch.name, base.commit);
  const about = { branch: branch.name, commit: branch.commit.slice(0, 7) };
  return stand === null
    ? problem('worktree.branchTaken', 'The branch {branch} was there at {commit} and is checked out as it is.', about)
    : problem(
        'worktree.branchTaken',
        'The branch {branch} was there at {commit} and is checked out as it is: {behind} commits behind {base} and {ahead} of its own, the last one of {date}.',
        {
          ...about,
          ...{ behind: stand.behind, ahead: stand.ahead, base: base.name, date: stand.committedAt.slice(0, 10) },
        },
      );
}
