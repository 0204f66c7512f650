import type { Disposable } from './disposable.ts';

/** Time as a port: tests turn it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `ms` milliseconds unless disposed before. */
  after(ms: number, task: () => void): Disposable;
}

/** `2026-01-31T12:00:00Z`: UTC with second precision, the form of every time in a contract file. */
export const isoSeconds = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

/** The time that lies `ms` milliseconds after another one, both in the form of `isoSeconds`. */
export const laterThan = (iso: string, ms: number): string => isoSeconds(Date.parse(iso) + ms);

/** Milliseconds from one time to another; NaN when either is no time at all. */
export const msBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** A time as other tools write it: ISO 8601 with `Z` or an offset. Anything else is no time. */
export function readTime(text: unknown): string | null {
  if (
    typeof text !== 'string' ||
    !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i.test(text.trim())
  )
    return null;
  const ms = Date.parse(text.trim());
  return Number.isNaN(ms) ? null : isoSeconds(ms);
}
