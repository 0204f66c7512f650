import type { Problem } from '../../base/problem.ts';
import type { Job } from '../../core/job/types.ts';
import type { Proposal } from '../../core/recommend/types.ts';
import { recentRuns } from '../../core/recommend/recentRuns.ts';
import type { State } from '../../core/state.ts';
import { mayPropose } from '../../core/topology/planner.ts';
import { parseTaskProposals } from '../../protocol/taskProposals.ts';

interface Proposals {
  readonly tasks: readonly Proposal[];
  readonly problems: readonly Problem[];
}

/** What planners and scouts proposed in their reports, the newest last. What any other seat writes is no proposal. */
export function proposalsIn(state: State): Proposals {
  const jobs = [...recentRuns(state), ...Object.values(state.batches)].flatMap((one) => one.jobs);
  const read = jobs.flatMap((job) => {
    const text = mayPropose(job.session) ? reportOf(job) : null;
    return text === null ? [] : [{ role: job.role, ...parseTaskProposals(text) }];
  });
  return {
    tasks: read.flatMap(({ role, tasks }) => tasks.map((task) => ({ ...task, role }))),
    problems: read.flatMap(({ problems }) => problems),
  };
}

const reportOf = ({ ended }: Job): string | null =>
  ended?.outcome.kind === 'report' && ended.outcome.text.includes('mam-tasks') ? ended.outcome.text : null;
