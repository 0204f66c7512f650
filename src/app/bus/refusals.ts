import type { Clock } from '../../base/clock.ts';
import { isoSeconds } from '../../base/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Refusal } from './receiver.ts';

/** Lines that one run writes at most: a hostile broker must not fill the disk. */
const mostLines = 500;
/** Characters that the record may have before a run; then the older half goes. */
const mostText = 512 * 1024;

/** Notes what was not believed, without its text: that is somebody else's. */
export interface Refusals {
  note(why: Refusal, topic: string): void;
  /** How many there were of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  flush(): Promise<void>;
}

export function createRefusals(
  files: Pick<Files, 'appendLines' | 'read' | 'write'>,
  clock: Clock,
  path: string,
): Refusals {
  const counts: Record<string, number> = {};
  let lines: string[] = [];
  let left = mostLines;
  let writing: Promise<void> | null = null;
  let isShort = false;
  const shorten = async (): Promise<void> => {
    if (isShort) return;
    isShort = true;
    const text = await files.read(path);
    if (!text.ok || text.value === null || text.value.length <= mostText) return;
    const half = text.value.slice(-mostText / 2);
    await files.write(path, half.slice(half.indexOf('\n') + 1), 'user');
  };
  const write = async (): Promise<void> => {
    await shorten();
    while (lines.length > 0) {
      const now = lines;
      lines = [];
      await files.appendLines(path, now);
    }
    writing = null;
  };
  return {
    counts,
    note: (why, topic) => {
      counts[why] = (counts[why] ?? 0) + 1;
      if (left === 0) return;
      left -= 1;
      lines.push(
        JSON.stringify({
          at: isoSeconds(clock.now()),
          why,
          topic: topic.slice(0, 200),
          ...(left === 0 ? { more: 'not noted' } : {}),
        }),
      );
      writing ??= write();
    },
    flush: async () => {
      await writing;
    },
  };
}
