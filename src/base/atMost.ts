import type { Clock } from './clock.ts';

/** Waits for a task, but no longer than `ms` milliseconds; the task itself goes on. */
export async function atMost(task: Promise<void>, clock: Clock, ms: number): Promise<void> {
  let enough = (): void => undefined;
  const over = new Promise<void>((resolve) => (enough = resolve));
  const timer = clock.after(ms, enough);
  await Promise.race([task, over]);
  timer.dispose();
}
