import type { Batch } from '../batch/types.ts';
import type { Job } from '../job/types.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { Team } from '../team/types.ts';

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

/**
 * The newest units of work, oldest first: a job that handed in a report is one, whatever its size, unless what it left may
 * not be shown; so is a team that proposes, beside what was taken over.
 */
export const workUnits = (state: State): readonly WorkUnit[] =>
  [
    ...importedUnits(state),
    ...Object.values(state.runs).flatMap(runUnits),
    ...Object.values(state.batches).flatMap(batchUnits),
    ...Object.values(state.teams).flatMap(teamUnits),
  ]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(-mixWindow);

/** The units of one run: each report that was handed in; of a lane that was to propose a patch only one that it proposes. */
export const runUnits = (run: Run): readonly WorkUnit[] =>
  run.options.patch && run.proposed !== 'proposed' ? [] : unitsOf(run.jobs, run.task.id);

const batchUnits = ({ jobs, change }: Batch): readonly WorkUnit[] => unitsOf(jobs, change?.task?.id ?? null);

const unitsOf = (jobs: readonly Job[], task: string | null): readonly WorkUnit[] =>
  jobs.flatMap((job) => {
    const { agent, session, ended } = job;
    const wu = jobUnits(job);
    return ended && wu > 0 ? [{ agent, session, task, wu, at: ended.at }] : [];
  });

/** Work units of one job: none where nothing was handed in, or nothing that may be shown. */
export const jobUnits = ({ ended, noVerdict }: Pick<Job, 'ended' | 'noVerdict'>): number =>
  ended?.outcome.kind === 'report' && noVerdict?.code !== 'review.private' ? 1 : 0;

/** What its workers did is one proposal, as its artifact says. */
const teamUnits = ({ decision, task, patches, endedAt }: Team): readonly WorkUnit[] =>
  decision === 'proposed' && endedAt !== null && (patches ?? []).length > 0
    ? [{ agent: 'omc', session: 'omc-team', task, wu: 1, at: endedAt }]
    : [];

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
