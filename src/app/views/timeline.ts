import type { Recorded } from '../../core/event.ts';
import type { State } from '../../core/state.ts';
import type { TimelineRow } from '../../protocol/webview.ts';
import { eventWords } from './eventWords.ts';
import type { ViewContext } from './viewContext.ts';

const taskOf = (state: State, recorded: Recorded): string => {
  const { event } = recorded;
  if (event.type === 'runStarted') return event.task.id;
  if (event.type === 'leaseClaimed') return event.lease.task ?? '';
  if ('run' in event) return state.runs[event.run]?.task.id ?? '';
  if (event.type === 'jobDispatched') return state.runs[event.job.run]?.task.id ?? '';
  if (event.type === 'jobEnded' || event.type === 'jobSignalled') {
    return Object.values(state.runs).find((run) => run.jobs.some((job) => job.id === event.job))?.task.id ?? '';
  }
  return '';
};

/** Events the newest first. */
export const timelineView = (ctx: ViewContext, state: State, events: readonly Recorded[]): readonly TimelineRow[] =>
  events
    .map((recorded) => ({
      seq: recorded.seq,
      time: ctx.clock(recorded.at),
      actor: recorded.actor,
      kind: recorded.event.type,
      words: eventWords(ctx, recorded.event),
      task: taskOf(state, recorded),
      raw: JSON.stringify(recorded, null, 2),
    }))
    .toReversed();
