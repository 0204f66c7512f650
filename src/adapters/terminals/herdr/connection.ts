import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../../../base/disposable.ts';
import type { HerdrCalls } from './calls.ts';
import type { SeenPanes } from './seenPanes.ts';
import { subscribe } from './subscription.ts';

/** Events come in bursts: the first of one waits so long before everything is looked at, in milliseconds. */
const gatherMs = 50;
/** The shortest time between two looks: an old server tells up to 512 old events anew, ten a second. */
const betweenMs = 250;

export interface Connection extends Disposable {
  /** Resolves after an event about MAM's panes, not sooner after the one before than `betweenMs`. */
  nextChange(signal: AbortSignal): Promise<'changed' | 'lost'>;
  /** Whether it tells of exactly these panes. */
  covers(panes: readonly string[]): boolean;
}

/** A confirmed subscription to MAM's panes; null when there is none to be had. */
export async function connect(calls: HerdrCalls, seen: SeenPanes): Promise<Connection | null> {
  const panes = [...seen.panes().values()];
  let dirty = false;
  let lost = false;
  let lookedAtMs = -betweenMs;
  let wake: (() => void) | null = null;
  const mark = (): void => {
    dirty = true;
    wake?.();
  };
  const end = (): void => {
    lost = true;
    wake?.();
  };
  const opened = await subscribe(calls.place(), panes, {
    onEvent: (event) => seen.concerns(event) && mark(),
    onEnd: end,
  });
  if (!opened.ok) return null;
  // What happened while it was being confirmed was not told.
  dirty = true;
  return {
    async nextChange(signal) {
      if (!dirty && !lost && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      if (lost || signal.aborted) return 'lost';
      const waitMs = Math.max(gatherMs, lookedAtMs + betweenMs - performance.now());
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      dirty = false;
      lookedAtMs = performance.now();
      return 'changed';
    },
    covers: (now) => now.length === panes.length && now.every((pane) => panes.includes(pane)),
    dispose() {
      opened.value.dispose();
      end();
    },
  };
}
