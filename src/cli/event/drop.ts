import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { highestSeq } from '../../core/job/signals.ts';
import { addDurably } from './durable.ts';
import { takeTurn } from './turn.ts';
import type { Pass } from './types.ts';

/** A message that is on disk: its number, and the name of its file. */
export interface Dropped {
  readonly seq: number;
  readonly file: string;
}

/**
 * Numbers a message and puts it into the spool. Numbers rise with the time, so that a lost counter file gives none a
 * second time. Null when other callers held the counter too long. Throws what the file system says.
 */
export function drop(pass: Pass, message: (seq: number) => string): Dropped | null {
  const sender = `${pass.job.replace(/[^A-Za-z0-9._-]/g, '_')}-${pass.attempt}`;
  const counter = join(pass.spool, `.seq-${sender}`);
  mkdirSync(pass.spool, { recursive: true, mode: 0o700 });
  const done = takeTurn(`${counter}.lock`, () => {
    const now = Date.now();
    for (let seq = Math.max(lastOf(counter, now) + 1, now); ; seq += 1) {
      const file = `${seq}-${sender}.json`;
      const temporary = join(pass.spool, `.${file}.${process.pid}.tmp`);
      // Before the message is seen: a number that was used must not be used again.
      note(counter, seq);
      if (addDurably(join(pass.spool, file), temporary, message(seq))) return { seq, file };
    }
  });
  return done?.value ?? null;
}

/** What the counter says, unless no host would take a number after it. */
function lastOf(counter: string, now: number): number {
  try {
    const last = Number(readFileSync(counter, 'utf8'));
    return Number.isSafeInteger(last) && last < highestSeq(now) ? last : 0;
  } catch {
    return 0;
  }
}

function note(counter: string, seq: number): void {
  const temporary = `${counter}.${process.pid}.tmp`;
  writeFileSync(temporary, String(seq), { mode: 0o600 });
  renameSync(temporary, counter);
}
