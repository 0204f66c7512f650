import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { endOfLastLine } from './lineTail.ts';
import { openPlain } from './openPlain.ts';

/** Appends whole lines to files; remembers where each ends. One at a time for each path: the caller sees to that. */
export interface LineAppender {
  append(path: string, lines: readonly string[]): Promise<void>;
}

export function createLineAppender(): LineAppender {
  const ends = new Map<string, { readonly inode: bigint; readonly offset: number }>();
  return {
    async append(path, lines) {
      if (lines.some((line) => line.includes('\n'))) throw new TypeError('A line to append holds a line feed.');
      const file = await openPlain(path, constants.O_RDWR | constants.O_CREAT, 0o666);
      try {
        const { ino, size } = await file.stat({ bigint: true });
        const known = ends.get(path);
        const trusted = known && known.inode === ino && known.offset === Number(size);
        const start = trusted ? known.offset : await endOfLastLine(file, Number(size));
        if (start < Number(size)) await file.truncate(start);
        ends.set(path, { inode: ino, offset: await writeAt(file, start, lines) });
      } finally {
        await file.close();
      }
    },
  };
}

/** Writes all lines or, on a failure, none of them; returns where they end. */
async function writeAt(file: FileHandle, start: number, lines: readonly string[]): Promise<number> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  try {
    for (let done = 0; done < bytes.length;) {
      // Each write goes on where the one before it ended.
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, start + done);
      done += bytesWritten;
    }
    await file.datasync();
    return start + bytes.length;
  } catch (error) {
    await file.truncate(start).catch(() => undefined);
    throw error;
  }
}
