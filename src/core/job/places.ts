import type { Effect } from '../effect.ts';
import type { State } from '../state.ts';
import { lanesToBegin, type LaneLimits } from './turns.ts';

type Lane = Extract<Effect, { kind: 'runLane' }>;

/** What has a place of those that lanes share: a lane, and a worktree that is being made for one. */
export type Placed = Lane | Extract<Effect, { kind: 'createWorktree' }>;

/** A checkout loads the machine as a lane does. One that a person asked for waits for no agent. */
export const takesPlace = (effect: Effect): effect is Placed =>
  effect.kind === 'runLane' || (effect.kind === 'createWorktree' && effect.run !== null);

const isLane = (effect: Placed): effect is Lane => effect.kind === 'runLane';

/**
 * The effects that take a place now. Worktrees come first: they are brief, wait for nothing while they hold a place, and
 * lanes wait for them.
 */
export function placesToTake(
  state: Pick<State, 'openJobs' | 'runs' | 'batches'>,
  { held, waiting }: { readonly held: readonly Placed[]; readonly waiting: readonly Placed[] },
  limits: LaneLimits,
): readonly string[] {
  const worktrees = waiting
    .filter((effect) => !isLane(effect))
    .slice(0, Math.max(0, limits.most - held.length))
    .map(({ id }) => id);
  const running = held.filter(isLane).map(({ job }) => job);
  const lanes = waiting.filter(isLane);
  const most = limits.most - (held.length - running.length) - worktrees.length;
  const jobs = lanesToBegin(state, { running, waiting: lanes.map(({ job }) => job) }, { ...limits, most });
  return [...worktrees, ...jobs.flatMap((job) => lanes.find((one) => one.job === job)?.id ?? [])];
}
