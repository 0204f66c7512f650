import type { Disposable } from '../../base/disposable.ts';
import type { Ports } from '../ports.ts';

/** Time between two looks, in milliseconds. A screen may change many times a second, and no prompt is that urgent. */
const everyMs = 1000;

export interface Watched extends Pick<Ports, 'clock'> {
  readonly onDidChange: (listener: () => void) => Disposable;
}

/**
 * Asks `look` until it answers anything but undefined: at once, whenever the state changed, and each second. Answers null
 * when `limitMs` passed, or the signal came, before that; null for no limit.
 */
export async function waitFor<T>(
  { clock, onDidChange }: Watched,
  limitMs: number | null,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
): Promise<T | null> {
  const end = limitMs === null ? Infinity : clock.now() + limitMs;
  let wake = (): void => undefined;
  let woken = false;
  const notice = (): void => {
    woken = true;
    wake();
  };
  const listening = onDidChange(notice);
  signal.addEventListener('abort', notice);
  try {
    for (;;) {
      woken = false;
      const found = await look();
      if (found !== undefined) return found;
      const left = end - clock.now();
      if (left <= 0 || signal.aborted) return null;
      if (woken) continue;
      await new Promise<void>((resolve) => {
        const timer = clock.after(Math.min(everyMs, left), () => wake());
        wake = () => {
          timer.dispose();
          resolve();
        };
      });
    }
  } finally {
    signal.removeEventListener('abort', notice);
    listening.dispose();
  }
}
