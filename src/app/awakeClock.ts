import type { Clock } from '../base/clock.ts';
import type { EventStore } from './ports/eventStore.ts';

/** How often a host reports that it was awake, in milliseconds. */
export const tickMs = 5000;
/** One report counts at most this much: a laptop that slept did not wait for anybody. */
const mostPerTick = 10_000;

export interface AwakeClock {
  /** Awake milliseconds of the control root, as far as this host knows. */
  now(): number;
  /** Adds the time since the last tick. */
  tick(): Promise<void>;
}

/** Time in which somebody's machine really ran: deadlines and leases count in it, not in wall time. */
export async function createAwakeClock(store: EventStore, clock: Clock): Promise<AwakeClock> {
  let total = await store.awake(0);
  let last = clock.now();
  const since = (): number => Math.min(mostPerTick, Math.max(0, clock.now() - last));
  return {
    now: () => total + since(),
    tick: async () => {
      const added = since();
      last = clock.now();
      total = await store.awake(added);
    },
  };
}
