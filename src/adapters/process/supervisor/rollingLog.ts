import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { redactSecrets } from '../../../core/privacy/secrets.ts';
import type { BoundedLog } from './boundedLog.ts';
import { createRedactor, type Redactor } from './redactor.ts';

/** Bytes of one file; with the one before it at least so many of the end are there. */
const rollAt = 1024 * 1024;
/** How long output may pause within a line before what is there of it can be read, in milliseconds. */
const quietMs = 50;
/** Characters of a line that has not ended which are kept apart. */
const longestPart = 64 * 1024;

/** The older half of a rolling log, and the line that has not ended yet. */
export const olderPart = (path: string): string => `${path}.1`;
export const openLine = (path: string): string => `${path}.line`;

/**
 * A log that keeps the end of an output of any length, without its secrets: a full file takes the place of the one before
 * it. A question that waits for its answer in the same line stands in a file of its own, for it is no whole line yet.
 */
export function openRollingLog(path: string, onWrite: () => void): BoundedLog {
  const lines = new Map<Readable, string>();
  const redactors: Redactor[] = [];
  let written = 0;
  let rolled = false;
  let broken = false;
  /** There is something in the file of the open line. */
  let isOpen = false;
  let quiet: NodeJS.Timeout | null = null;
  let queue: Promise<void> = Promise.resolve();

  const later = (work: () => Promise<void>): Promise<void> =>
    (queue = queue.then(work).catch(() => {
      // A full disk costs output, never the process.
      broken = true;
    }));
  const append = (chunk: Buffer): void => {
    void later(async () => {
      await appendFile(path, chunk, { mode: 0o600 });
      written += chunk.length;
      if (written < rollAt) return;
      await rename(path, olderPart(path));
      rolled ||= true;
      written = 0;
    });
  };
  const writeLine = (): void => {
    isOpen = [...lines.values()].some((line) => line !== '');
    const text = [...lines.values()].filter((line) => line !== '').join('\n');
    void later(() => writeFile(openLine(path), redactSecrets(text), { mode: 0o600 })).then(onWrite);
  };

  return {
    take(stream) {
      const redactor = createRedactor(append);
      const decoder = new TextDecoder();
      redactors.push(redactor);
      lines.set(stream, '');
      stream.on('data', (chunk: Buffer) => {
        const text = decoder.decode(chunk, { stream: true });
        const end = text.lastIndexOf('\n');
        // It is about to stand in the log, and must not be there twice.
        if (end !== -1 && isOpen) {
          isOpen = false;
          void later(() => writeFile(openLine(path), '', { mode: 0o600 }));
        }
        redactor.take(chunk);
        const line = end === -1 ? (lines.get(stream) ?? '') + text : text.slice(end + 1);
        lines.set(stream, line.slice(-longestPart));
        if (quiet !== null) clearTimeout(quiet);
        quiet = setTimeout(writeLine, quietMs);
        // At the speed of the disk.
        stream.pause();
        void queue.then(() => {
          stream.resume();
          onWrite();
        });
      });
      stream.on('error', () => undefined);
    },
    async end() {
      if (quiet !== null) clearTimeout(quiet);
      for (const redactor of redactors) redactor.end();
      await later(() => rm(openLine(path), { force: true }));
      onWrite();
      return { cut: broken || rolled };
    },
  };
}
