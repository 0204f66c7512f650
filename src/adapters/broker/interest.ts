import type { Aedes, Client } from 'aedes';
import type { BrokerFolder } from './brokerFolder.ts';
import type { Sessions } from './sessions.ts';

/** Keeps account of who is interested, and says when nobody has been for a while. */
export function followInterest(deps: {
  readonly broker: Aedes;
  readonly sessions: Sessions;
  readonly folder: BrokerFolder;
  readonly idleMs: number;
  readonly isOwner: (client: Client) => boolean;
  readonly onIdle: () => void;
}): () => Promise<void> {
  const { broker, sessions, folder, idleMs, isOwner, onIdle } = deps;
  const there = new Set<Client>();
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  const save = (): void => {
    saving = saving.then(async () => folder.writeSessions(await sessions.snapshot())).catch(() => undefined);
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (there.size > 0) return;
    timer = setTimeout(() => {
      void sessions.expire(Date.now(), 0).then(() => {
        save();
        if (there.size === 0) onIdle();
      });
    }, idleMs);
    timer.unref();
  };
  broker.on('clientReady', (client) => {
    if (isOwner(client)) return;
    there.add(client);
    if (client.clean) sessions.declined(client.id);
    else sessions.present(client.id, false);
    wait();
  });
  broker.on('subscribe', (_subscriptions, client) => {
    if (client.clean || isOwner(client)) return;
    sessions.present(client.id, true);
    save();
  });
  broker.on('clientDisconnect', (client) => {
    there.delete(client);
    sessions.away(client.id);
    wait();
  });
  broker.on('publish', (_packet, client) => {
    if (client) sessions.missed();
  });
  // What a client does wrong ends that client.
  broker.on('clientError', () => undefined).on('connectionError', () => undefined);
  wait();
  return () => {
    clearTimeout(timer);
    return saving;
  };
}
