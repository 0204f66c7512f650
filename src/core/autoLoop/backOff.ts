const mostMs = 60 * 60_000;

/** Awake milliseconds before the n-th further try, from 1: each waits twice as long as the one before, an hour at most. */
export const backOffMs = (baseMs: number, nth: number): number =>
  Math.min(baseMs * 2 ** (Math.max(nth, 1) - 1), mostMs);
