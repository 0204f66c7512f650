import type { Loop, Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { Role } from '../../core/topology/types.ts';

const newestFirst = (a: Run, b: Run): number =>
  a.startedAt === b.startedAt ? (a.id < b.id ? 1 : -1) : a.startedAt < b.startedAt ? 1 : -1;

/** All runs, the newest first. */
export const runsOf = (state: State): readonly Run[] => Object.values(state.runs).toSorted(newestFirst);

/** The newest run of a task. */
export const runOfTask = (state: State, task: string): Run | undefined =>
  runsOf(state).find((run) => run.task.id === task);

export const isOver = (run: Run): boolean => run.phase === 'ended' || run.phase === 'stopped';

/** The loop that runs, else the one that was started last. */
export const currentLoop = (state: State): Loop | null => {
  const loops = Object.values(state.loops).toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  return loops.find((loop) => loop.state !== 'ended') ?? loops[0] ?? null;
};

/** Name of a seat for people; an unknown one keeps its id. */
export const roleName = (state: State, session: string): string =>
  (state.topology?.roles ?? []).find((role: Role) => role.session === session)?.name ?? session;
