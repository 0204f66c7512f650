import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const lineFeed = 0x0a;
const blockBytes = 64 * 1024;

/** Offset after the last line feed before `end`, searched from there backwards; 0 when there is none. */
export async function endOfLastLine(file: FileHandle, end: number): Promise<number> {
  const block = Buffer.alloc(Math.min(blockBytes, end));
  for (let upTo = end; upTo > 0;) {
    const start = Math.max(0, upTo - block.length);
    const { bytesRead } = await file.read(block, 0, upTo - start, start);
    const found = block.subarray(0, bytesRead).lastIndexOf(lineFeed);
    if (found >= 0) return start + found + 1;
    upTo = start;
  }
  return 0;
}

/** The last line that ends with a line feed, without it; null when there is none. */
export async function readLastLine(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const end = await endOfLastLine(file, (await file.stat()).size);
    if (end === 0) return null;
    const start = await endOfLastLine(file, end - 1);
    const bytes = Buffer.alloc(end - 1 - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
