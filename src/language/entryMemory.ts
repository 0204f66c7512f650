import type { EntryReading, ReadEntry } from '../protocol/queueEntry.ts';
import { readEntry } from '../protocol/readQueueEntry.ts';

export interface EntryMemory {
  readonly read: ReadEntry;
  /** Forgets every entry that was not asked for since the last call. */
  settle(): void;
}

/** Reads an entry once for as long as its lines stay the same, wherever in the file they stand. */
export function createEntryMemory(read: ReadEntry = readEntry): EntryMemory {
  let old = new Map<string, EntryReading | null>();
  let used = new Map<string, EntryReading | null>();
  return {
    read: (lines) => {
      // Where code blocks begin and end follows from these lines alone, so their text is all that the reading depends on.
      const key = lines.map((line) => line.text).join('\n');
      const known = used.get(key) ?? old.get(key);
      const reading = known === undefined ? read(lines) : known;
      used.set(key, reading);
      return reading;
    },
    settle: () => {
      old = used;
      used = new Map();
    },
  };
}
