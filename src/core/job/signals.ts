import type { JobSignal } from './types.ts';

/** What an agent may say about its own job. */
export const jobSignals = [
  'started',
  'progress',
  'permission_required',
  'completed',
  'error',
] as const satisfies readonly JobSignal[];

/**
 * The highest number that a word may have at a time, in milliseconds since the epoch. Numbers are times, and a word is only
 * heard when its number is above all before it: one beyond all reason would keep every later one from being heard.
 */
export const highestSeq = (now: number): number => now + 24 * 60 * 60 * 1000;

/** Characters that the text of such a word has at most. */
export const mostEventText = 4_000;
