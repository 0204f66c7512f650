import type { Clock } from '../../src/base/clock.ts';
import type { Disposable } from '../../src/base/disposable.ts';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** A clock that stands still until it is told to go on. Timers that are due run in the order of their time. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs: number = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): Disposable {
    const timer = { at: this.#now + Math.max(0, ms), task };
    this.#timers.add(timer);
    return { dispose: () => void this.#timers.delete(timer) };
  }

  /** Timers that still wait: 0 at the end of a test shows that nothing leaked. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Goes on by `ms` milliseconds; what timers started and promises continued has run when it resolves. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let timer = this.#next(end); timer !== null; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.task();
      await settle();
    }
    this.#now = end;
  }

  #next(end: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers) if (timer.at <= end && (first === null || timer.at < first.at)) first = timer;
    return first;
  }
}

/** Lets every promise go on that can go on without I/O. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
