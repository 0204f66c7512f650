import { msBetween } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import { writerRole } from '../topology/roles.ts';
import { isWorking } from './phases.ts';
import type { Loop, LoopOptions } from './types.ts';

/**
 * Why a loop can't begin beside those that work; null when it can. Each checkout has one loop at most, and so have the
 * tasks of the queue; loops in checkouts of their own don't see each other.
 */
export function rivalLoop(
  state: State,
  { source }: Pick<LoopOptions, 'source'>,
  at: string,
  own?: string,
): Problem | null {
  const place = source?.path;
  const rival = Object.values(state.loops).find(
    (loop) => loop.id !== own && loop.options.source?.path === place && isAtWork(state, loop),
  );
  if (!rival) return null;
  if (place === undefined) return problem('loop.running', 'A loop is running already. Stop it, or wait until it ends.');
  const { topology, agents } = rival.options;
  return problem(
    'loop.placeBusy',
    'A loop works in {path} already: {task} by {holder}, for {minutes} min. Wait until it ends, or stop it with mam stop --loop {loop}.',
    {
      path: place,
      task: rival.taken.at(-1) ?? rival.options.given?.id ?? '-',
      holder: agents[writerRole(topology)?.session ?? ''] ?? '-',
      // A clock that was set back since says nothing of how long.
      minutes: Math.max(0, Math.floor(msBetween(rival.startedAt, at) / 60_000)),
      loop: rival.id,
    },
  );
}

/**
 * The loops of a checkout that stay as they are when these go on, and why: another one works there, or a newer one of them
 * goes on there. The tasks of a queue have their leases instead.
 */
export function heldBack(state: State, ids: ReadonlySet<string>, at: string): ReadonlyMap<string, Problem> {
  const held = new Map<string, Problem>();
  const newest = new Map<string, string>();
  for (const loop of Object.values(state.loops).toReversed()) {
    const { source } = loop.options;
    if (!source || !ids.has(loop.id)) continue;
    const other = newest.get(source.path);
    const why =
      rivalLoop(state, loop.options, at, loop.id) ??
      (other === undefined ? null : olderThere(source.path, loop.id, other));
    if (why) held.set(loop.id, why);
    else newest.set(source.path, loop.id);
  }
  return held;
}

const olderThere = (path: string, loop: string, other: string): Problem =>
  problem(
    'loop.olderThere',
    'The newer loop {other} goes on in {path}, so {loop} does not. Abandon what it began, or resume it with mam resume --loop {loop} once that has ended.',
    { path, loop, other },
  );

/** Also one that ended with a question, once that is answered. A queue's loop holds only as long as it says. */
const isAtWork = (state: State, loop: Loop): boolean =>
  loop.state !== 'ended' ||
  (loop.options.source !== undefined &&
    Object.values(state.runs).some((run) => run.loop === loop.id && isWorking(state, run)));
