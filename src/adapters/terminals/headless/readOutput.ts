import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { olderPart, openLine } from '../../process/supervisor/rollingLog.ts';

/** Bytes of each part that are looked at. */
const most = 256 * 1024;

/**
 * The last lines of an output, without colours; of a line that was drawn over, what was drawn last. It is looked at all
 * the time and mostly short, so that turns of a thread pool would cost more than reading it.
 */
export function readOutput(path: string, lines: number): string {
  const text = [olderPart(path), path, openLine(path)].map(readEnd).join('');
  const all = stripVTControlCharacters(text)
    .split('\n')
    .map((one) => one.trimEnd())
    .map((one) => one.slice(one.lastIndexOf('\r') + 1));
  return all
    .slice(0, all.findLastIndex((one) => one !== '') + 1)
    .slice(-lines)
    .join('\n');
}

/** Nothing where there is no such file, or none that can be read. */
function readEnd(path: string): string {
  const file = tryOpen(path);
  if (file === null) return '';
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, most));
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, size - buffer.length));
  } finally {
    closeSync(file);
  }
}

function tryOpen(path: string): number | null {
  try {
    // Mostly there is nothing to read, which this tells without the cost of an error.
    if (!statSync(path, { throwIfNoEntry: false })?.size) return null;
    return openSync(path, 'r');
  } catch {
    return null;
  }
}
