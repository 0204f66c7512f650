import type { TimelineRow } from '../../src/protocol/dashboardParts.ts';
import type { PageHost } from '../../src/protocol/pageCalls.ts';

/** Events of one call. */
const most = 2000;

/** The part of the log that the page has loaded: always the newest of it, without a gap. */
export class TimelineLog {
  readonly #host: Pick<PageHost, 'timeline'>;
  #rows: readonly TimelineRow[] = [];
  /** Loaded is everything after the first up to the second. */
  #after = 0;
  #last = 0;
  /** One call after the other, so that none overtakes another. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(host: Pick<PageHost, 'timeline'>) {
    this.#host = host;
  }

  /** The newest first. */
  get rows(): readonly TimelineRow[] {
    return this.#rows;
  }

  get hasEarlier(): boolean {
    return this.#after > 0;
  }

  /** Loads what came since, up to `newest`; after a long while only the newest. False when the log could not be read. */
  follow(newest: number): Promise<boolean> {
    return this.#next(async () => {
      if (newest <= this.#last) return true;
      const goesOn = this.#last > 0 && newest - this.#last <= most;
      const after = goesOn ? this.#last : Math.max(0, newest - most);
      const rows = await this.#host.timeline(after, newest);
      if (rows === null) return false;
      this.#rows = goesOn ? [...rows, ...this.#rows] : rows;
      if (!goesOn) this.#after = after;
      this.#last = newest;
      return true;
    });
  }

  /** Loads the next older ones; false when the log could not be read. */
  loadEarlier(): Promise<boolean> {
    return this.#next(async () => {
      if (this.#after === 0) return true;
      const after = Math.max(0, this.#after - most);
      const rows = await this.#host.timeline(after, this.#after);
      if (rows === null) return false;
      this.#rows = [...this.#rows, ...rows];
      this.#after = after;
      return true;
    });
  }

  #next(step: () => Promise<boolean>): Promise<boolean> {
    const done = this.#queue.then(step).catch(() => false);
    this.#queue = done;
    return done;
  }
}
