/** Runs tasks of one key strictly one after another, tasks of different keys side by side. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const turn = before.then(task, task);
    const tail = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
    return turn;
  }

  /** Resolves when every task that was queued before this call has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
