import { byNumbers } from '../../base/byNumbers.ts';

/** Milliseconds by which a word may come late. One that seems to be older was told by a clock that was set back since. */
const mostLateMs = 10_000;

/** Whether a hook's word stands before one that was taken already. Both begin with their time in milliseconds. */
export const isOvertaken = (told: string, newest: string): boolean =>
  byNumbers(told, newest) < 0 && Number.parseInt(newest, 10) - Number.parseInt(told, 10) <= mostLateMs;
