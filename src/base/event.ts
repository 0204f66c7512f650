import type { Disposable } from './disposable.ts';

/** A source of announcements. Events tell that something changed; they never carry out a step of a workflow. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  /** Tells everybody. A listener that throws is a bug of its own: it stops neither the others nor who announces, and is told to the host. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        // Nobody takes this rejection, so that it reaches the host as any other bug does.
        void Promise.reject(error);
      }
    }
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
