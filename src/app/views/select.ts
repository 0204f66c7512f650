import type { Loop, Run } from '../../core/loop/types.ts';
import { isProposing } from '../../core/patch/isProposing.ts';
import type { State } from '../../core/state.ts';
import type { Role } from '../../core/topology/types.ts';

export const isOver = (run: Run): boolean => run.phase === 'ended' || run.phase === 'stopped';

/** The loop that runs, else the one that was started last. */
export const currentLoop = (state: Pick<State, 'loops'>): Loop | null => {
  const loops = Object.values(state.loops).toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  return loops.find((loop) => loop.state !== 'ended') ?? loops.find((loop) => !isProposing(loop)) ?? null;
};

/** Loops that have not ended, oldest first. */
export const workingLoops = ({ loops }: Pick<State, 'loops'>): readonly Loop[] =>
  Object.values(loops).filter((loop) => loop.state !== 'ended');

/** The loop beside which no other can begin on the main checkout. */
export const queueLoop = (state: Pick<State, 'loops'>): Loop | undefined =>
  workingLoops(state).find(({ options }) => options.source === undefined);

/** How many batches of lanes and teams run, which no loop has; whoever stops the work stops them, too. */
export const besideLoop = ({ batches, teams }: Pick<State, 'batches' | 'teams'>): number =>
  [...Object.values(batches), ...Object.values(teams)].filter(({ decision }) => decision === 'running').length;

/** Name of a seat for people; an unknown one keeps its id. */
export const roleName = (state: State, session: string): string =>
  (state.topology?.roles ?? []).find((role: Role) => role.session === session)?.name ?? session;
