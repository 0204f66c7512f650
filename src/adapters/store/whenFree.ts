import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './failures.ts';

/** How long one call may wait for the lock before it gives up, in milliseconds. */
const lockDeadlineMs = 15_000;

const firstWaitMs = 1;
const longestWaitMs = 25;

/**
 * Runs `task` again as long as another process holds the lock. SQLite's own busy timeout would block the event loop
 * meanwhile; waiting by chance times keeps several processes from meeting again at the same moment. After the
 * deadline the error is thrown on.
 */
export async function whenFree<T>(task: () => T, deadlineMs: number = lockDeadlineMs): Promise<T> {
  const start = performance.now();
  for (let longest = firstWaitMs; ; longest = Math.min(longest * 2, longestWaitMs)) {
    try {
      return task();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > deadlineMs) throw error;
    }
    await delay(longest * (0.5 + Math.random()));
  }
}
