import type { Recorded } from '../../core/event.ts';
import type { State } from '../../core/state.ts';
import type { TimelineRow } from '../../protocol/webview.ts';
import { actorWord } from './actorWord.ts';
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

const rowOf = (ctx: ViewContext, state: State, recorded: Recorded): TimelineRow => ({
  seq: recorded.seq,
  time: ctx.clock(recorded.at),
  actor: actorWord(ctx.t, recorded.actor),
  kind: recorded.event.type,
  words: eventWords(ctx, recorded.event),
  task: taskOf(state, recorded),
  raw: JSON.stringify(recorded, null, 2),
});

/** Events the newest first. Thousands are shown again at each change, so that what was said of one is kept with it. */
export const createTimelineView = () => {
  const rows = new WeakMap<Recorded, TimelineRow>();
  return (ctx: ViewContext, state: State, events: readonly Recorded[]): readonly TimelineRow[] =>
    events
      .map((recorded) => {
        const row = rows.get(recorded) ?? rowOf(ctx, state, recorded);
        rows.set(recorded, row);
        return row;
      })
      .toReversed();
};
