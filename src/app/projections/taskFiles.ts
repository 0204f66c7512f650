import type { Job } from '../../core/job/types.ts';
import type { Run } from '../../core/loop/types.ts';
import { isProposing } from '../../core/patch/isProposing.ts';
import type { State } from '../../core/state.ts';
import { taskAssignment } from './assignments.ts';
import { newestRuns } from './facts.ts';
import type { Projection } from './projection.ts';
import { reviewText } from './reviewArtifacts.ts';

/**
 * What the newest run of each task gave its seats, and what their reviews came to, each below its task's own folder:
 * tasks that are at work at once never write over each other.
 */
export const taskFiles = (state: State): readonly Projection[] =>
  newestRuns(state)
    .filter((run) => !isProposing(run))
    .flatMap((run) => [...assignmentsOf(state, run), ...reviewsOf(run)]);

function assignmentsOf(state: State, run: Run): readonly Projection[] {
  const seats = new Set(run.jobs.map(({ session }) => session));
  return run.options.topology.roles
    .filter(({ session }) => seats.has(session))
    .map((role) => ({
      path: `tasks/${run.task.id}/assignments/${role.session}.md`,
      reads: [run, state.ticks],
      render: () => taskAssignment(state, role, run),
    }));
}

const artifactOf = (task: string, { session, agent }: Pick<Job, 'session' | 'agent'>): string =>
  `tasks/${task}/artifacts/${session}/${agent}.json`;

/** Of each seat and agent the newest that has ended. */
function reviewsOf(run: Run): readonly Projection[] {
  const task = run.task.id;
  const newest = new Map(
    run.jobs
      .filter(({ kind, ended }) => kind === 'review' && ended !== undefined)
      .map((job) => [artifactOf(task, job), job]),
  );
  return [...newest].map(([path, job]) => ({
    path,
    reads: [run],
    render: (stamp) => {
      const prior = run.jobs.find(({ id }) => id === job.prior);
      const role = run.options.topology.roles.find(({ session }) => session === job.session);
      return reviewText(
        {
          task,
          head: job.identity?.head ?? null,
          job,
          verdict: run.verdicts.find((one) => one.job === job.id) ?? null,
          isBlocking: role?.shipGate === 'blocking',
          prior: prior ? artifactOf(task, prior) : null,
        },
        stamp,
      );
    },
  }));
}
