import type { BranchStand } from '../../app/ports/worktreeCare.ts';
import { isoSeconds } from '../../base/clock.ts';
import type { Calls } from './calls.ts';
import { central, type Repository } from './repository.ts';

/** How a branch that is there stands to a commit; null where git can't tell. */
export async function branchStand(
  calls: Calls,
  repository: Repository,
  branch: string,
  from: string,
): Promise<BranchStand | null> {
  const at = central(repository);
  const ref = `refs/heads/${branch}`;
  const [counted, shown] = await Promise.all([
    calls.run('compare commits', { at, args: ['rev-list', '--left-right', '--count', `${from}...${ref}`, '--'] }),
    calls.run('read a commit', { at, args: ['show', '-s', '--format=%ct', `${ref}^{commit}`] }),
  ]);
  const counts = counted.ok ? /^(\d+)\t(\d+)/.exec(counted.value.out) : null;
  if (counts === null || !shown.ok || shown.value.code !== 0) return null;
  return {
    behind: Number(counts[1]),
    ahead: Number(counts[2]),
    committedAt: isoSeconds(Number(shown.value.out) * 1000),
  };
}
