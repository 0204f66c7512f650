import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { Emitter } from '../../base/event.ts';
import { problem } from '../../base/problem.ts';
import { err, ok } from '../../base/result.ts';
import type { BusAddress, OwnBroker } from '../../app/ports/bus.ts';
import type { BrokerFolder } from './brokerFolder.ts';
import { followInterest } from './interest.ts';
import { listen, welcome } from './listen.ts';
import { mayAsk, mayHear, maySay, ownerName, partyOf, type Party } from './permissions.ts';
import { createSessions, type Memory } from './sessions.ts';

export interface EmbeddedBrokerDeps {
  readonly folder: BrokerFolder;
  /** What a guest who may hear one job shows. */
  readonly guestPassword: (job: string) => string;
  /** How long nobody has to be there before it is given up, in milliseconds. */
  readonly idleMs?: number;
  /** How long a subscriber may let its messages lie before it is cut off, in milliseconds. */
  readonly slowMs?: number;
}

const mostConnections = 64;

interface Running {
  readonly address: BusAddress;
  stop(): Promise<void>;
}

/** A broker in this process, for this machine and its user alone. */
export function createEmbeddedBroker(deps: EmbeddedBrokerDeps): OwnBroker {
  const idle = new Emitter<void>();
  let running: Promise<Running> | null = null;
  return {
    onIdle: idle.event,
    open: async () => {
      running ??= start(deps, () => idle.fire());
      try {
        return ok((await running).address);
      } catch (error) {
        running = null;
        return err(
          problem('bus.noBroker', 'MAM’s own message broker could not be started ({reason}). It is tried again.', {
            reason: error instanceof Error && 'code' in error ? String(error.code) : 'unknown',
          }),
        );
      }
    },
    close: async (then) => {
      const ending = await running?.catch(() => null);
      running = null;
      await ending?.stop();
      if (then === 'keep') return;
      await deps.folder.writeSessions({});
      await deps.folder.unneed();
    },
  };
}

async function start(deps: EmbeddedBrokerDeps, onIdle: () => void): Promise<Running> {
  const { folder, idleMs = 10 * 60_000, slowMs = 5000 } = deps;
  const before = await folder.note();
  const passwords = {
    owner: randomBytes(24).toString('base64url'),
    subscriber: before?.password ?? randomBytes(24).toString('base64url'),
  };
  const parties = new WeakMap<Client, Party>();
  const broker = await Aedes.createBroker({
    connectTimeout: 5000,
    drainTimeout: slowMs,
    // Room for whose a name is.
    maxClientsIdLength: 256,
    // A client's name is its party's own: whoever takes that of another one neither ends it nor gets what was kept for it.
    preConnect: (_client, packet, done) => {
      if (packet.clientId) packet.clientId = `${packet.username ?? ''}/${packet.clientId}`;
      done(null, true);
    },
    authenticate: (client, user = '', password, done) => {
      const party = partyOf(user);
      const known = party && (party.kind === 'guest' ? deps.guestPassword(party.job) : passwords[party.kind]);
      if (!party || !known || !password || !same(password, known)) return done(null, false);
      parties.set(client, party);
      done(null, true);
    },
    authorizeSubscribe: (client, subscription, done) => {
      const party = parties.get(client);
      done(null, party && mayAsk(party, subscription.topic) ? subscription : null);
    },
    authorizeForward: (client, packet) => {
      const party = parties.get(client);
      return party && mayHear(party, packet.topic) ? packet : null;
    },
    authorizePublish: (client, packet, done) => {
      const party = client && parties.get(client);
      done(party && maySay(party, packet.topic) ? null : new Error('only the owner speaks'));
    },
  });
  const sessions = createSessions(memoryOf(broker), Date.now);
  await sessions.restore(await folder.sessions());
  const sockets = new Set<Socket>();
  const server = createServer((socket) => welcome(socket, sockets, broker));
  server.maxConnections = mostConnections;
  const stopFollowing = followInterest({
    broker,
    sessions,
    folder,
    idleMs,
    isOwner: (one) => parties.get(one)?.kind === 'owner',
    onIdle,
  });
  const port = await listen(server, before?.port ?? 0);
  await folder.writeNote({ port, password: passwords.subscriber, pid: process.pid });
  return {
    address: { host: '127.0.0.1', port, tls: null, user: ownerName, password: passwords.owner },
    stop: async () => {
      await stopFollowing();
      server.close();
      await new Promise<void>((resolve) => broker.close(resolve));
      for (const socket of sockets) socket.destroy();
      await folder.writeNote({ port, password: passwords.subscriber, pid: 0 });
    },
  };
}

const digest = (text: Buffer | string): Buffer => createHash('sha256').update(text).digest();
const same = (given: Buffer, known: string): boolean => timingSafeEqual(digest(given), digest(known));

/** The broker keeps it, but its types don't tell. */
function memoryOf(broker: Aedes): Memory {
  const memory: Memory = Reflect.get(broker, 'persistence');
  return memory;
}
