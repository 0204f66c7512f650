import type { Loop, Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { Role } from '../../core/topology/types.ts';

export const isOver = (run: Run): boolean => run.phase === 'ended' || run.phase === 'stopped';

/** The loop that runs, else the one that was started last. */
export const currentLoop = (state: State): Loop | null => {
  const loops = Object.values(state.loops).toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  return loops.find((loop) => loop.state !== 'ended') ?? loops[0] ?? null;
};

/** Name of a seat for people; an unknown one keeps its id. */
export const roleName = (state: State, session: string): string =>
  (state.topology?.roles ?? []).find((role: Role) => role.session === session)?.name ?? session;
