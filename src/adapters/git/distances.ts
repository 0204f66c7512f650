import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorktreeStatus } from '../../app/ports/git.ts';
import type { Base } from '../../core/loop/types.ts';
import type { Calls } from './calls.ts';
import { central, type Repository } from './repository.ts';

type Distance = Pick<WorktreeStatus, 'against' | 'ahead' | 'behind'>;

/** How many commits a head has that the base has not, and the other way round. */
export type Distances = (
  at: Where,
  head: string | null,
  base: Pick<Base, 'ref' | 'commit'> | undefined,
) => Promise<Distance>;

interface Where {
  readonly calls: Calls;
  readonly repository: Repository;
}

type Counted = Pick<WorktreeStatus, 'ahead' | 'behind'> | null;

const none: Distance = { against: null, ahead: 0, behind: 0 };

/** Pairs of commits that are kept; more would only fill memory. */
const mostKept = 2000;

/** Between two commits nothing ever changes, so each pair is asked of git once, however many worktrees have it. */
export function createDistances(): Distances {
  const kept = new Map<string, Promise<Counted>>();

  async function between(at: Where, base: string, head: string): Promise<Counted> {
    if (await isShallow(at)) return count(at, base, head);
    const key = `${base} ${head}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= mostKept) kept.clear();
    const asking = count(at, base, head);
    kept.set(key, asking);
    const found = await asking;
    if (found === null) kept.delete(key);
    return found;
  }

  return async (at, head, base) => {
    if (base === undefined || head === null) return none;
    if (head === base.commit) return { against: base.ref, ahead: 0, behind: 0 };
    const found = await between(at, base.commit, head);
    // An unknown distance is not shown at all, rather than as none.
    return found === null ? none : { against: base.ref, ...found };
  };
}

async function count({ calls, repository }: Where, base: string, head: string): Promise<Counted> {
  const asked = await calls.must('compare commits', {
    at: central(repository),
    args: ['rev-list', '--left-right', '--count', `${base}...${head}`, '--'],
  });
  const counted = asked.ok ? /^(\d+)\t(\d+)/.exec(asked.value.out) : null;
  return counted === null ? null : { ahead: Number(counted[2]), behind: Number(counted[1]) };
}

/** What a shallow clone lacks may be fetched at any time, and then the same commits are another distance apart. */
const isShallow = ({ repository }: Where): Promise<boolean> =>
  access(join(repository.commonDir, 'shallow')).then(
    () => true,
    () => false,
  );
