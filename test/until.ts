import { setTimeout as delay } from 'node:timers/promises';

/** Resolves as soon as `condition` holds; fails with what was waited for when it doesn't within `deadlineMs`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  deadlineMs = 5_000,
): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${deadlineMs} ms in vain for: ${what}`);
    await delay(5);
  }
}
