/** Runs at most so many tasks at once; the others wait and begin in the order in which they came. */
export class Line {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #empty: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  /** Resolves when no task waits any more; some may still run. */
  async drained(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#empty.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
    if (this.#waiting.length > 0) return;
    for (const tell of this.#empty) tell();
    this.#empty = [];
  }
}
