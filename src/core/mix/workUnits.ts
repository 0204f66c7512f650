import type { Batch } from '../batch/types.ts';
import type { Job } from '../job/types.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';

export interface WorkUnit {
  readonly agent: string;
  /** Empty where the seat is not known. */
  readonly session: string;
  readonly task: string | null;
  readonly wu: number;
  readonly at: string;
}

/** Work units that count for the mix: those of the newest tasks' worth of reports. */
export const mixWindow = 20;

/** The newest units of work, oldest first: a job that handed in a report is one, whatever its size, beside what was taken over. */
export const workUnits = (state: State): readonly WorkUnit[] =>
  [
    ...importedUnits(state),
    ...Object.values(state.runs).flatMap(runUnits),
    ...Object.values(state.batches).flatMap(batchUnits),
  ]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(-mixWindow);

/** The units of one run: each report that was handed in. */
export const runUnits = (run: Run): readonly WorkUnit[] => unitsOf(run.jobs, run.task.id);

const batchUnits = ({ jobs, change }: Batch): readonly WorkUnit[] => unitsOf(jobs, change?.task?.id ?? null);

const unitsOf = (jobs: readonly Job[], task: string | null): readonly WorkUnit[] =>
  jobs.flatMap(({ agent, session, ended }) =>
    ended?.outcome.kind === 'report' ? [{ agent, session, task, wu: 1, at: ended.at }] : [],
  );

/** What another tool counted before its ledger was taken over. A unit without a time is older than all others. */
const importedUnits = (state: State): readonly WorkUnit[] =>
  state.imports.flatMap((one) =>
    one.units.map(({ agent, task, wu, at }) => ({ agent, session: '', task, wu, at: at ?? beginning })),
  );

const beginning = '1970-01-01T00:00:00Z';

/** Units of each agent; the two that the ledger names are always there. */
export const unitsByAgent = (units: readonly WorkUnit[]): Readonly<Record<string, number>> => {
  const count: Record<string, number> = { claude: 0, codex: 0 };
  for (const { agent, wu } of units) count[agent] = (count[agent] ?? 0) + wu;
  return count;
};
