import { isPastProposal } from '../patch/isProposing.ts';
import type { State } from '../state.ts';
import type { Run } from './types.ts';

type Runs = Pick<State, 'runs'>;

/** All runs, the newest first; of two that began in one second, the one that the log has later. */
export const newestFirst = ({ runs }: Runs): readonly Run[] =>
  Object.values(runs)
    .filter((run) => !isPastProposal(run))
    .toReversed()
    .toSorted((a, b) => (a.startedAt === b.startedAt ? 0 : a.startedAt < b.startedAt ? 1 : -1));

/** The newest run of a task. */
export const newestRunOf = (state: Runs, task: string): Run | undefined =>
  newest(state, (run) => run.task.id === task && !isPastProposal(run));

/** The newest run of each task, for whoever asks about many. */
export function newestRuns({ runs }: Runs): ReadonlyMap<string, Run> {
  const found = new Map<string, Run>();
  for (const run of Object.values(runs)) {
    const before = found.get(run.task.id);
    if (!isPastProposal(run) && (before === undefined || run.startedAt >= before.startedAt))
      found.set(run.task.id, run);
  }
  return found;
}

/** The newest run that committed exactly this. */
export const newestRunAt = (state: Runs, head: string): Run | undefined =>
  newest(state, (run) => run.change?.head === head);

function newest({ runs }: Runs, fits: (run: Run) => boolean): Run | undefined {
  let found: Run | undefined;
  for (const run of Object.values(runs))
    if (fits(run) && (found === undefined || run.startedAt >= found.startedAt)) found = run;
  return found;
}
