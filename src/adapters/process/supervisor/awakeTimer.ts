import type { Disposable } from '../../../base/disposable.ts';

/** Longest time between two looks at the clock, and the most that one look may count, in milliseconds. */
const tickMs = 5000;
const mostPerTickMs = 10_000;

/** Where the time comes from; tests turn it by hand. */
export interface Timekeeper {
  now(): number;
  after(task: () => void, ms: number): NodeJS.Timeout;
}

const system: Timekeeper = { now: () => performance.now(), after: (task, ms) => setTimeout(task, ms) };

/**
 * Calls `task` once after `ms` milliseconds in which this machine was awake: a laptop that slept for a night has
 * used up no more than one tick of an agent's time.
 */
export function afterAwake(ms: number, task: () => void, time: Timekeeper = system): Disposable {
  let counted = 0;
  let last = time.now();
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    timer = time.after(tick, Math.min(tickMs, ms - counted));
  };
  const tick = (): void => {
    const now = time.now();
    // Timers may fire a fraction of a millisecond early.
    counted += Math.min(Math.max(now - last, 1), mostPerTickMs);
    last = now;
    if (counted >= ms) task();
    else arm();
  };
  arm();
  return { dispose: () => clearTimeout(timer) };
}
