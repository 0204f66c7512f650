import type { Queue } from '../protocol/queue.ts';
import type { QueueEntry } from '../protocol/queueEntry.ts';

/** The entry in which a 1-based line stands. */
export const entryAt = ({ entries }: Queue, line: number): QueueEntry | undefined =>
  entries.find((entry) => entry.line <= line && line <= entry.lastLine);
