import type { KeptSessions } from './brokerFolder.ts';

/** As much of the broker's memory as is needed to remember subscribers over a restart, and to forget them. */
export interface Memory {
  addSubscriptions(client: { readonly id: string }, subscriptions: readonly object[]): Promise<void>;
  subscriptionsByClient(client: { readonly id: string }): Promise<readonly { topic: string; qos: 0 | 1 | 2 }[]>;
  cleanSubscriptions(client: { readonly id: string }): Promise<void>;
  outgoingClearMessageId(client: { readonly id: string }, packet: object): Promise<unknown>;
}

/** Subscribers that are remembered at most, and what one may miss before it is forgotten. */
const mostSessions = 32;
const mostMissed = 10_000;

/** Subscribers that asked to be remembered while they are away. */
export interface Sessions {
  restore(kept: KeptSessions): Promise<void>;
  /** A client is there. One that is new to be remembered has `subscribed`. */
  present(id: string, subscribed: boolean): void;
  /** It is there, and does not want to be remembered. */
  declined(id: string): void;
  away(id: string): void;
  /** A message went out, which all that are away may have missed. */
  missed(): void;
  /** Forgets whom nobody saw for `ms` milliseconds. */
  expire(now: number, ms: number): Promise<void>;
  snapshot(): Promise<KeptSessions>;
}

export function createSessions(memory: Memory, now: () => number): Sessions {
  /** Since when it is away, and what it may have missed; null while it is there. */
  const kept = new Map<string, { readonly since: number; missed: number } | null>();
  const forget = async (id: string): Promise<void> => {
    kept.delete(id);
    await memory.cleanSubscriptions({ id });
    // What waits for it has no number yet, and is given back one by one.
    while ((await memory.outgoingClearMessageId({ id }, {})) !== undefined);
  };
  return {
    restore: async (sessions) => {
      for (const [id, subscriptions] of Object.entries(sessions).slice(0, mostSessions)) {
        await memory.addSubscriptions({ id }, subscriptions);
        kept.set(id, { since: now(), missed: 0 });
      }
    },
    present: (id, subscribed) => {
      if (kept.has(id) || (subscribed && kept.size < mostSessions)) kept.set(id, null);
      else if (subscribed) void forget(id);
    },
    declined: (id) => void kept.delete(id),
    away: (id) => {
      if (kept.has(id)) kept.set(id, { since: now(), missed: 0 });
    },
    missed: () => {
      for (const [id, away] of kept) if (away && ++away.missed > mostMissed) void forget(id);
    },
    expire: async (at, ms) => {
      for (const [id, away] of kept) if (away && at - away.since > ms) await forget(id);
    },
    snapshot: async () =>
      Object.fromEntries(
        await Promise.all(
          [...kept.keys()].map(async (id) => [id, await memory.subscriptionsByClient({ id })] as const),
        ),
      ),
  };
}
