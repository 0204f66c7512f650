import { open, type FileHandle } from 'node:fs/promises';

/** Bytes read at once. */
const step = 256 * 1024;

/** Reads a file that still grows, from where the last reading ended. */
export interface Tail {
  /** Hands every whole line that came since; with `last` also what stands after the final line break. */
  read(last: boolean): Promise<void>;
}

/** Lines longer than `longest` bytes are handed over in pieces of that size, so that memory stays bounded. Reads from byte `start` on. */
export function tailLines(path: string, longest: number, take: (line: string) => void, start = 0): Tail {
  let offset = start;
  let rest: Buffer = Buffer.alloc(0);
  const split = (chunk: Buffer): void => {
    let text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10)) {
      take(text.toString('utf8', 0, end));
      text = text.subarray(end + 1);
    }
    if (text.length > longest) {
      take(text.toString('utf8'));
      text = Buffer.alloc(0);
    }
    rest = text;
  };
  const readAll = async (file: FileHandle): Promise<void> => {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(step), 0, step, offset);
      if (bytesRead === 0) return;
      offset += bytesRead;
      split(buffer.subarray(0, bytesRead));
    }
  };
  return {
    async read(last) {
      const file = await open(path, 'r').catch(() => null);
      try {
        if (file !== null) await readAll(file);
      } finally {
        await file?.close();
      }
      if (last && rest.length > 0) {
        take(rest.toString('utf8'));
        rest = Buffer.alloc(0);
      }
    },
  };
}
