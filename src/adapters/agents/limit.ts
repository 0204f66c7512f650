import { isoSeconds } from '../../base/clock.ts';

/** When a usage limit is lifted, as far as a CLI's words say so; null when they don't. `at` is when they were said. */
export function liftedAt(words: string, _at: string): string | null {
  const seconds = /\|(\d{10})\b/.exec(words)?.[1];
  return seconds === undefined ? null : isoSeconds(Number(seconds) * 1000);
}
