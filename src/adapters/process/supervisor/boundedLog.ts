import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { collectBytes, type ByteCollector } from '../collectBytes.ts';
import { createRedactor, type Redactor } from './redactor.ts';

/** A file that takes a process's output without its secrets up to a limit, and after that keeps only the end of it. */
export interface BoundedLog {
  /** Pours a stream into the log, at the speed of the disk. May be called for several streams. */
  take(stream: Readable): void;
  /** Writes the kept end and closes the file; tells whether anything is missing. */
  end(): Promise<{ readonly cut: boolean }>;
}

export interface BoundedLogLimits {
  /** Bytes written as they come. */
  readonly head: number;
  /** Bytes of the end that are kept in memory once the head is full: a CLI's last message is there. */
  readonly tail: number;
}

/** Opens the log; `onWrite` is called after something was written. A full disk cuts the log, it doesn't end the process. */
export function openBoundedLog(path: string, limits: BoundedLogLimits, onWrite: () => void): BoundedLog {
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  const tail: ByteCollector = collectBytes(limits.tail, 'tail');
  const streams = new Set<Readable>();
  const redactors: Redactor[] = [];
  let written = 0;
  let seen = 0;
  let broken = false;
  file.on('error', () => {
    broken = true;
    for (const stream of streams) stream.resume();
  });
  file.on('drain', () => {
    for (const stream of streams) stream.resume();
  });

  const add = (chunk: Buffer): void => {
    seen += chunk.length;
    const room = limits.head - written;
    const head = chunk.length <= room ? chunk : chunk.subarray(0, Math.max(room, 0));
    if (chunk.length > room) tail.add(chunk.subarray(head.length));
    if (head.length === 0 || broken) return;
    written += head.length;
    if (!file.write(head, onWrite)) for (const stream of streams) stream.pause();
  };

  return {
    take(stream) {
      streams.add(stream);
      // Each stream has its own lines, also where two share a file.
      const redactor = createRedactor(add);
      redactors.push(redactor);
      stream.on('data', (chunk: Buffer) => redactor.take(chunk));
      stream.once('close', () => streams.delete(stream));
      stream.on('error', () => undefined);
    },
    async end() {
      for (const redactor of redactors) redactor.end();
      if (seen > written && !broken) {
        const kept = tail.bytes();
        file.write(`\n${JSON.stringify({ type: 'mam.cut', bytes: seen - written - kept.length })}\n`);
        // The first of the kept lines is torn unless nothing is missing before it.
        file.write(tail.cut() ? kept.subarray(kept.indexOf(10) + 1) : kept);
      }
      if (!broken) await new Promise<void>((resolve) => file.once('error', () => resolve()).end(resolve));
      onWrite();
      return { cut: broken || tail.cut() };
    },
  };
}
