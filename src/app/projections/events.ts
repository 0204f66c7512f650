import type { Recorded } from '../../core/event.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { State } from '../../core/state.ts';
import { contractEvent } from './contractEvent.ts';
import { ledgerLine } from './json.ts';

/**
 * One event as a line of events.jsonl: always with `ts`, `event` and `seq`. Where the contract has a name for it, `event`
 * is that name and its fields are beside it; `type` and `data` are what the log holds. Nothing private is in it.
 */
export const eventLine = (
  { seq, at, actor, event }: Recorded,
  state: Pick<State, 'runs' | 'batches' | 'teams'>,
  privacy: Privacy,
): string => {
  const { type, ...data } = event;
  return ledgerLine({ event: type, ...contractEvent(event, state), type, data, actor, seq, ts: at }, privacy);
};

/** The sequence that a line of events.jsonl carries; 0 for a line of another tool. */
export function sequenceOf(line: string): number {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'seq' in value && typeof value.seq === 'number'
      ? value.seq
      : 0;
  } catch {
    return 0;
  }
}

/** Whether a line of events.jsonl is none that MAM wrote. */
export const isForeignLine = (line: string): boolean => sequenceOf(line) === 0;
