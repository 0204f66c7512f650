import type { State } from '../../core/state.ts';

export interface WorkUnit {
  readonly agent: string;
  readonly session: string;
  readonly task: string;
  readonly at: string;
}

/** Work units that count for the mix: those of the newest tasks' worth of reports. */
export const mixWindow = 20;

/** The newest units of work, oldest first: a job that handed in a report is one, whatever its size. */
export const workUnits = (state: State): readonly WorkUnit[] =>
  Object.values(state.runs)
    .flatMap((run) =>
      run.jobs.flatMap(({ agent, session, ended }) =>
        ended?.outcome.kind === 'report' ? [{ agent, session, task: run.task.id, at: ended.at }] : [],
      ),
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(-mixWindow);

/** Units of each agent; the two that the ledger names are always there. */
export const unitsByAgent = (units: readonly WorkUnit[]): Readonly<Record<string, number>> => {
  const count: Record<string, number> = { claude: 0, codex: 0 };
  for (const { agent } of units) count[agent] = (count[agent] ?? 0) + 1;
  return count;
};
