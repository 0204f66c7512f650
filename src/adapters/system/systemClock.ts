import type { Clock } from '../../base/clock.ts';

/** The time of this machine. Its timers keep the process alive until they ran or were disposed. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return { dispose: () => clearTimeout(timer) };
    },
  };
}
