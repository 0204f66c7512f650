import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { createBrokerFolder } from '../../src/adapters/broker/brokerFolder.ts';
import { createEmbeddedBroker } from '../../src/adapters/broker/embeddedBroker.ts';
import { createMqttBus } from '../../src/adapters/bus/mqttBus.ts';
import { createJobKeys } from '../../src/adapters/store/jobKeys.ts';
import { composeMessage } from '../../src/app/bus/compose.ts';
import { createReceiver } from '../../src/app/bus/receiver.ts';
import type { BusAddress, BusLine, BusMessage } from '../../src/app/ports/bus.ts';
import type { JobMessage } from '../../src/core/delegation/messages.ts';
import { jobTopics } from '../../src/protocol/busTopics.ts';
import { privacy } from '../builders/privacy.ts';
import { createMosquitto } from '../contract/bus/brokers.ts';
import { median, quantile, type Bench } from './bench.ts';

const samples = 1000;
const warmUp = 100;
const keys = createJobKeys(new Uint8Array(32).fill(1), 'bench');
const filter = `${jobTopics}/+/events`;

const message = (seq: number): JobMessage => ({
  job: 'bench',
  attempt: 1,
  seq,
  news: 'progress',
  at: '2026-01-31T12:00:00Z',
  status: 'running',
  source: 'agent',
  text: 'Wrote the tests, and now looks at what they say.',
  grounds: [],
  report: null,
  verdict: null,
});

/** One after another: says something, and waits until it was heard. */
async function roundTrips(count: number, say: (seq: number, heard: () => void) => void): Promise<readonly number[]> {
  const times: number[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const start = performance.now();
    await new Promise<void>((resolve) => say(seq, resolve));
    times.push(performance.now() - start);
  }
  return times.slice(warmUp);
}

async function lineTo(
  address: BusAddress,
  clientId: string,
  onMessage: (message: BusMessage) => void,
): Promise<BusLine> {
  const line = await createMqttBus().connect({ address, clientId, keepSession: false, will: null, onMessage });
  if (!line.ok) throw new Error(line.error.code);
  return line.value;
}

async function embedded(): Promise<readonly number[]> {
  const path = await mkdtemp(join(tmpdir(), 'mam-bench-bus-'));
  const folder = createBrokerFolder(path);
  const broker = createEmbeddedBroker({ folder, guestPassword: () => 'guest' });
  try {
    const opened = await broker.open();
    const note = await folder.note();
    if (!opened.ok || !note) throw new Error('no broker');
    const receiver = createReceiver(keys);
    let heard = (): void => undefined;
    const subscriber = await lineTo(
      { ...opened.value, user: 'subscriber', password: note.password },
      'bench-in',
      (one) => {
        if (receiver.take(one)?.kind === 'taken') heard();
      },
    );
    await subscriber.subscribe(filter);
    const publisher = await lineTo(opened.value, 'bench-out', () => undefined);
    const times = await roundTrips(samples, (seq, done) => {
      heard = done;
      void publisher.publish(composeMessage(message(seq), keys, privacy));
    });
    await Promise.all([publisher.close(), subscriber.close()]);
    return times;
  } finally {
    await broker.close('forget');
    await rm(path, { recursive: true, force: true });
  }
}

/** MAM's line and a bare client of the library, in turns, on the same broker, with the same text. */
async function againstBare(): Promise<{ readonly line: readonly number[]; readonly bare: readonly number[] }> {
  const mosquitto = await createMosquitto(false);
  const { host, port, user, password } = mosquitto.address;
  // The library writes the client's name into it.
  const options = () => ({ host, port, ...(user && password ? { username: user, password } : {}) });
  const [topicOfLine, topicOfBare] = [`${jobTopics}/line/events`, `${jobTopics}/bare/events`];
  const { body } = composeMessage(message(1), keys, privacy);
  let heard = (): void => undefined;
  const subscriber = await lineTo(mosquitto.address, 'bench-in', () => heard());
  const publisher = await lineTo(mosquitto.address, 'bench-out', () => undefined);
  const [bareIn, bareOut] = [await connectAsync(options()), await connectAsync(options())];
  bareIn.on('message', () => heard());
  try {
    await subscriber.subscribe(topicOfLine);
    await bareIn.subscribeAsync(topicOfBare, { qos: 1 });
    const times = await roundTrips(2 * samples, (seq, done) => {
      heard = done;
      if (seq % 2 === 0) void publisher.publish({ topic: topicOfLine, body, retain: false });
      else bareOut.publish(topicOfBare, body, { qos: 1 });
    });
    // The first one that counts was the bare client's.
    return { bare: times.filter((_, i) => i % 2 === 0), line: times.filter((_, i) => i % 2 === 1) };
  } finally {
    await Promise.all([subscriber.close(), publisher.close(), bareIn.endAsync(), bareOut.endAsync()]);
    await mosquitto.dispose();
  }
}

const bus: Bench = {
  name: 'message bus',
  async run() {
    const own = await embedded();
    const { line, bare } = await againstBare();
    return [
      { label: 'published to believed on MAM’s own broker, p50', value: median(own), unit: 'ms', bar: 1 },
      { label: 'the same, p95', value: quantile(own, 0.95), unit: 'ms' },
      { label: 'published to heard on Mosquitto, p50', value: median(line), unit: 'ms' },
      {
        label: 'that against a bare mqtt client in turns',
        value: median(line) / median(bare),
        unit: 'ratio',
        bar: 1.3,
      },
    ];
  },
};

export const benches: readonly Bench[] = [bus];
