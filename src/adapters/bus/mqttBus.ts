import type { Socket } from 'node:net';
import library from 'mqtt/lib/client';
import storeLibrary from 'mqtt/lib/store';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Bus, BusLine, BusMessage, LineSpec } from '../../app/ports/bus.ts';
import { lineProblem, notAllowed } from './busProblems.ts';
import { openSocket } from './openSocket.ts';

type MqttClient = InstanceType<typeof library>;

/** Its client alone: what else it brings along speaks over web sockets and proxies. Node and bundles name it differently. */
const clientClass = (): typeof library => Reflect.get(library, 'default') ?? library;
const storeClass = (): typeof storeLibrary => Reflect.get(storeLibrary, 'default') ?? storeLibrary;

export interface MqttBusOptions {
  /** How long a broker may take to let somebody in, to take a message, or to say goodbye, in milliseconds. */
  readonly patienceMs?: number;
}

/** Brokers that speak MQTT 3.1.1. A line is one connection: whoever wants it kept opens the next one. */
export function createMqttBus({ patienceMs = 20_000 }: MqttBusOptions = {}): Bus {
  const Client = clientClass();
  return {
    connect: (spec) =>
      new Promise((resolve) => {
        const sockets: Socket[] = [];
        const client = new Client(
          () => {
            const socket = openSocket(spec.address);
            sockets.push(socket);
            return socket;
          },
          clientOptions(spec, patienceMs),
        );
        /** The library waits for answers once it says goodbye, however silent the broker is. */
        const cut = (): void => {
          client.end(true);
          for (const socket of sockets) socket.destroy();
        };
        let last: unknown = null;
        // Also after the end: an error that nobody hears would end the process.
        client.on('error', (error) => {
          last ??= error;
          cut();
        });
        client.once('close', () => {
          cut();
          resolve(err(lineProblem(spec.address, last)));
        });
        client.once('connect', () => resolve(ok(openLine({ client, cut, spec, patienceMs, why: () => last }))));
      }),
  };
}

const clientOptions = (spec: LineSpec, patienceMs: number): ConstructorParameters<typeof library>[1] => ({
  protocolId: 'MQTT',
  protocolVersion: 4,
  clientId: spec.clientId,
  clean: !spec.keepSession,
  keepalive: 30,
  connectTimeout: patienceMs,
  // What is sent again, and when, is for the owner of the outbox to decide.
  reconnectPeriod: 0,
  resubscribe: false,
  // The usual ones fail on what a broker says after the end.
  incomingStore: new (storeClass())({ clean: false }),
  outgoingStore: new (storeClass())({ clean: false }),
  queueQoSZero: false,
  ...(spec.address.user === null ? {} : { username: spec.address.user }),
  ...(spec.address.password === null ? {} : { password: spec.address.password }),
  ...(spec.will === null
    ? {}
    : { will: { topic: spec.will.topic, payload: Buffer.from(spec.will.body), qos: 1, retain: spec.will.retain } }),
});

interface Opened {
  readonly client: MqttClient;
  readonly cut: () => void;
  readonly spec: LineSpec;
  readonly patienceMs: number;
  readonly why: () => unknown;
}

function openLine({ client, cut, spec, patienceMs, why }: Opened): BusLine {
  let isOpen = true;
  let isAsked = false;
  /** Told that nobody knows when the line ends before the broker answered. */
  const waiting = new Set<() => void>();
  let end: (problem: Problem | null) => void = () => undefined;
  const ended = new Promise<Problem | null>((resolve) => (end = resolve));
  const over = (): void => {
    if (!isOpen) return;
    isOpen = false;
    for (const lost of [...waiting]) lost();
    end(isAsked ? null : lineProblem(spec.address, why()));
  };
  client.once('close', over);
  client.on('message', (topic, payload, { retain }) =>
    deliver(spec, { topic, body: payload.toString('utf8'), retain }),
  );

  /** Calls `start` with what takes the broker's answer; a line that ends, or is too slow, answers `lost`. */
  const answered = <T>(lost: T, start: (done: (value: T) => void) => void): Promise<T> =>
    new Promise((resolve) => {
      // One that is being ended has let go of what it needs.
      if (!isOpen || client.disconnecting || client.disconnected) return resolve(lost);
      const finish = (value: T): void => {
        clearTimeout(timer);
        waiting.delete(giveUp);
        resolve(value);
      };
      const giveUp = (): void => finish(lost);
      const timer = setTimeout(cut, patienceMs);
      waiting.add(giveUp);
      start(finish);
    });

  return {
    ended,
    publish: ({ topic, body, retain }) =>
      answered(false, (done) => client.publish(topic, body, { qos: 1, retain }, (error) => done(!error))),
    subscribe: (filter) =>
      answered<Result<undefined, Problem>>(err(lineProblem(spec.address, null)), (done) =>
        client.subscribe(filter, { qos: 1 }, (error, granted) => {
          const refused = granted?.some(({ qos }) => qos === 128) ?? false;
          if (refused || (error && isOpen)) done(err(notAllowed(spec.address, filter)));
          else if (!error) done(ok(undefined));
        }),
      ),
    close: async () => {
      isAsked = true;
      if (!isOpen) return;
      const timer = setTimeout(cut, Math.min(patienceMs, 1000));
      client.end(false);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** What a reader does wrong must not end the line, nor the process. */
function deliver(spec: LineSpec, message: BusMessage): void {
  try {
    spec.onMessage(message);
  } catch {
    // The message is lost to it, as one that never came.
  }
}
