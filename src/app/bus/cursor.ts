import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/system.ts';

/** Up to which event of the log a broker was told everything, on disk. */
export interface Cursor {
  /** Null where this broker was never told anything, as far as anybody knows. */
  load(): Promise<number | null>;
  /** Notes it soon; what is written is never behind what was noted last for longer than one write takes. */
  note(seq: number): void;
  flush(): Promise<void>;
  /** Nothing is owed to this broker any more. */
  clear(): Promise<void>;
}

/** `broker` is the one that it counts for: another one begins anew. */
export function createCursor(files: Files, log: Log, path: string, broker: string): Cursor {
  let wanted: number | null = null;
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    while (wanted !== null) {
      const seq = wanted;
      wanted = null;
      // A cursor that stays behind means that something is sent twice, which its receivers expect.
      const done = await files.write(path, `${JSON.stringify({ v: 1, broker, seq })}\n`);
      if (!done.ok) log.warn('how far the bus was told can’t be noted', { code: done.error.code });
    }
    writing = null;
  };
  return {
    load: async () => {
      const text = await files.read(path);
      return text.ok && text.value !== null ? seqIn(text.value, broker) : null;
    },
    note: (seq) => {
      wanted = seq;
      writing ??= write();
    },
    flush: async () => {
      await writing;
    },
    clear: async () => {
      wanted = null;
      await writing;
      await files.write(path, '');
    },
  };
}

function seqIn(text: string, broker: string): number | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('broker' in value && 'seq' in value)) return null;
    const { seq } = value;
    return value.broker === broker && typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0 ? seq : null;
  } catch {
    return null;
  }
}
