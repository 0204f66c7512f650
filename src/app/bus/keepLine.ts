import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Bus, BusAddress, BusLine, LineSpec } from '../ports/bus.ts';

/** Milliseconds before a lost line is opened again: doubled each time, and back to the first once a line has held. */
const firstWaitMs = 100;
const longestWaitMs = 30_000;
const heldMs = 5000;

interface Deps {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Where the broker is now; asked again before each try. */
  readonly address: () => Promise<Result<BusAddress, Problem>>;
  readonly spec: Omit<LineSpec, 'address'>;
  /** Uses a new line; what it answers is not waited for. A line that it can't use it closes. */
  readonly onLine: (line: BusLine) => void;
  /** Null once there is a line. */
  readonly onProblem: (problem: Problem | null) => void;
}

export interface KeptLine {
  /** Tries now, instead of after the wait. */
  hurry(): void;
  /** Says goodbye; nothing of it runs any more when that resolves. */
  close(): Promise<void>;
}

/** Keeps one line to a broker for as long as it is wanted. */
export function keepLine({ bus, clock, address, spec, onLine, onProblem }: Deps): KeptLine {
  let isClosed = false;
  let current: BusLine | null = null;
  let wait = firstWaitMs;
  let wake = (): void => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer: Disposable = clock.after(ms, () => wake());
      wake = () => {
        timer.dispose();
        resolve();
      };
    });

  const once = async (): Promise<Problem | null> => {
    const where = await address();
    if (!where.ok) return where.error;
    if (isClosed) return null;
    const opened = await bus.connect({ ...spec, address: where.value });
    if (!opened.ok) return opened.error;
    if (isClosed) {
      await opened.value.close();
      return null;
    }
    current = opened.value;
    const since = clock.now();
    onProblem(null);
    onLine(current);
    const why = await current.ended;
    current = null;
    if (clock.now() - since >= heldMs) wait = firstWaitMs;
    return why;
  };

  const run = async (): Promise<void> => {
    for (;;) {
      const why = await once();
      if (isClosed) return;
      if (why) onProblem(why);
      const ms = wait;
      wait = Math.min(wait * 2, longestWaitMs);
      await pause(ms);
    }
  };
  const running = run();

  return {
    hurry: () => {
      wait = firstWaitMs;
      wake();
    },
    close: async () => {
      isClosed = true;
      wake();
      await current?.close();
      await running;
    },
  };
}
