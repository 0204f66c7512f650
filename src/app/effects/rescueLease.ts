import { placeOfLease } from '../places.ts';
import type { Handler } from './handler.ts';

/** Keeps a copy of what a lease left in its worktree; the worktree itself stays as it is. */
export const rescueLease: Handler<'rescueLease'> = async (effect, { git, places }) => {
  const kept = await git.keepCopy(placeOfLease(places, effect.worktree), effect.name);
  return kept.ok ? { kind: 'rescueLease', rescue: kept.value.rescue } : { kind: 'failed', problem: kept.error };
};
