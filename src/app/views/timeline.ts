import type { Recorded } from '../../core/event.ts';
import type { State } from '../../core/state.ts';
import type { TimelineRow } from '../../protocol/dashboardParts.ts';
import { actorWord } from './actorWord.ts';
import { eventWords } from './eventWords.ts';
import type { ViewContext } from './viewContext.ts';

/** Which task a job is for; the jobs of all runs are gone through once, and only where an event names none but its job. */
const createJobTasks = (state: State): ((job: string) => string) => {
  let tasks: Map<string, string> | undefined;
  return (job) =>
    (tasks ??= new Map(
      Object.values(state.runs).flatMap((run) => run.jobs.map(({ id }) => [id, run.task.id] as const)),
    )).get(job) ?? '';
};

const taskOf = (state: State, taskOfJob: (job: string) => string, { event }: Recorded): string => {
  if (event.type === 'runStarted') return event.task.id;
  if (event.type === 'leaseClaimed') return event.lease.task ?? '';
  if ('run' in event) return state.runs[event.run]?.task.id ?? '';
  if (event.type === 'jobDispatched') return state.runs[event.job.run]?.task.id ?? '';
  return event.type === 'jobEnded' || event.type === 'jobSignalled' ? taskOfJob(event.job) : '';
};

const rowOf = (ctx: ViewContext, task: string, recorded: Recorded): TimelineRow => ({
  seq: recorded.seq,
  time: ctx.clock(recorded.at),
  actor: actorWord(ctx.t, recorded.actor),
  kind: recorded.event.type,
  words: eventWords(ctx, recorded.event),
  task,
});

/** Events the newest first. */
export const timelineView = (ctx: ViewContext, state: State, events: readonly Recorded[]): readonly TimelineRow[] => {
  const taskOfJob = createJobTasks(state);
  return events.map((recorded) => rowOf(ctx, taskOf(state, taskOfJob, recorded), recorded)).toReversed();
};
