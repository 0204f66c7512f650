import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { createBrokerFolder, type BrokerFolder } from '../../../src/adapters/broker/brokerFolder.ts';
import { createEmbeddedBroker } from '../../../src/adapters/broker/embeddedBroker.ts';
import { createMqttBus } from '../../../src/adapters/bus/mqttBus.ts';
import type { BusAddress, BusLine, BusMessage, OwnBroker } from '../../../src/app/ports/bus.ts';
import { eventsTopic, stateTopic } from '../../../src/protocol/busTopics.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { until } from '../../until.ts';
import { createProxy } from './proxy.ts';

describe('MAM’s own broker', () => {
  const path = useTempFolder();
  let folder: BrokerFolder;
  let broker: OwnBroker;
  let owner: BusAddress;
  let idle = 0;
  const lines: BusLine[] = [];
  beforeEach(async () => {
    folder = createBrokerFolder(path());
    broker = createEmbeddedBroker({ folder, guestPassword: (job) => `guest of ${job}`, idleMs: 150, slowMs: 300 });
    idle = 0;
    broker.onIdle(() => (idle += 1));
    const opened = await broker.open();
    assert.ok(opened.ok);
    owner = opened.value;
  });
  afterEach(async () => {
    await Promise.all(lines.splice(0).map((line) => line.close()));
    await broker.close('forget');
  });

  const heard: BusMessage[] = [];
  beforeEach(() => void heard.splice(0));
  const open = async (address: BusAddress, clientId: string, onMessage = (one: BusMessage) => void heard.push(one)) => {
    const bus = createMqttBus({ patienceMs: 3000 });
    const line = await bus.connect({ address, clientId, keepSession: false, will: null, onMessage });
    assert.ok(line.ok, line.ok ? '' : line.error.code);
    lines.push(line.value);
    return line.value;
  };
  const subscriber = async (): Promise<BusAddress> => {
    const note = await folder.note();
    assert.ok(note);
    return { ...owner, user: 'subscriber', password: note.password };
  };
  const guest = (job: string): BusAddress => ({ ...owner, user: `job-${job}`, password: `guest of ${job}` });
  const event = (job: string, body = 'x'): BusMessage => ({ topic: eventsTopic(job), body, retain: false });

  it('lets a guest hear its job and no other', async () => {
    const line = await open(guest('a'), 'guest');
    for (const filter of [
      eventsTopic('b'),
      'python/mqtt/jobs/+/events',
      'python/mqtt/#',
      '#',
      '$SYS/#',
      'python/mqtt/jobs/a',
    ])
      assert.equal((await line.subscribe(filter)).ok, false, filter);
    assert.ok((await line.subscribe('python/mqtt/jobs/a/#')).ok);
    const publisher = await open(owner, 'owner');
    for (const one of [event('b'), event('a'), { topic: stateTopic('a'), body: 'x', retain: true }])
      assert.ok(await publisher.publish(one));
    await until('both', () => heard.length === 2);
    assert.deepEqual(
      heard.map(({ topic }) => topic),
      [eventsTopic('a'), stateTopic('a')],
    );
  });

  it('keeps the name of a client for its own party', async () => {
    const bus = createMqttBus({ patienceMs: 3000 });
    const kept = { clientId: 'same', will: null, keepSession: true } as const;
    const first = await bus.connect({ ...kept, address: await subscriber(), onMessage: (one) => void heard.push(one) });
    assert.ok(first.ok);
    lines.push(first.value);
    assert.ok((await first.value.subscribe(eventsTopic('b'))).ok);
    const stolen: BusMessage[] = [];
    for (const other of [guest('a'), owner]) {
      const second = await bus.connect({ ...kept, address: other, onMessage: (one) => void stolen.push(one) });
      assert.ok(second.ok);
      lines.push(second.value);
    }
    const publisher = await open(owner, 'owner');
    assert.ok(await publisher.publish(event('b')));
    await until('the message', () => heard.length === 1);
    assert.deepEqual(stolen, []);
  });

  it('lets nobody in with the password of another', async () => {
    const bus = createMqttBus({ patienceMs: 3000 });
    for (const wrong of [
      { ...guest('a'), user: 'job-b' },
      { ...guest('a'), user: 'subscriber' },
      { ...(await subscriber()), user: 'owner' },
      { ...owner, user: 'root' },
      { ...owner, user: null, password: null },
      { ...owner, password: '' },
    ]) {
      const line = await bus.connect({
        address: wrong,
        clientId: 'x',
        keepSession: false,
        will: null,
        onMessage: () => undefined,
      });
      assert.equal(line.ok ? 'let in' : line.error.code, 'bus.refused', wrong.user ?? 'nobody');
    }
  });

  it('lets nobody but the owner speak, nor the owner of anything else', async () => {
    const listening = await open(await subscriber(), 'listening');
    assert.ok((await listening.subscribe('python/mqtt/#')).ok);
    for (const [address, topic] of [
      [await subscriber(), eventsTopic('a')],
      [guest('a'), eventsTopic('a')],
      [owner, 'other/topic'],
    ] as const) {
      const line = await open(address, 'speaks', () => undefined);
      assert.equal(await line.publish({ topic, body: 'forged', retain: true }), false);
      assert.notEqual(await line.ended, null);
    }
    assert.ok(await (await open(owner, 'owner')).publish(event('a', 'true')));
    await until('the true one', () => heard.length > 0);
    assert.deepEqual(heard, [event('a', 'true')]);
  });

  it('cuts off a subscriber that lets its messages lie, and the publisher loses only time', async () => {
    const proxy = await createProxy(owner.port);
    const frozen = await open({ ...(await subscriber()), port: proxy.port }, 'frozen', () => undefined);
    assert.ok((await frozen.subscribe('python/mqtt/#')).ok);
    proxy.hold();
    const publisher = await open(owner, 'owner');
    for (let i = 0; i < 300; i++) assert.ok(await publisher.publish(event('a', 'x'.repeat(60_000))));
    await proxy.close();
  });

  it('says when nobody has been interested for a while', async () => {
    await open(owner, 'owner');
    await until('idle', () => idle > 0);
    const line = await open(await subscriber(), 'listening');
    const before = idle;
    await assert.rejects(until('idle again', () => idle > before, 400));
    await line.close();
    await until('idle again', () => idle > before);
  });

  it('outlives whatever bytes a stranger sends', async function () {
    this.timeout(60_000);
    const { password } = await subscriber();
    const text = (value: string): Buffer => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
    const body = Buffer.concat([
      text('MQTT'),
      Buffer.from([4, 0xc2, 0, 60]),
      text('fuzz'),
      text('subscriber'),
      text(password ?? ''),
    ]);
    const hello = Buffer.concat([Buffer.from([0x10, body.length]), body]);
    const packet = fc
      .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 40 }))
      .map(([type, more]) => Buffer.from([type, more.length, ...more]));
    const bytes = fc.oneof(
      packet,
      fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one)),
      fc.constant(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])),
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(bytes, { minLength: 1, maxLength: 10 }), async (knows, pieces) => {
        const socket = connect({ port: owner.port, host: '127.0.0.1' }).on('error', () => undefined);
        socket.on('data', () => undefined);
        await once(socket, 'connect');
        const closed = once(socket, 'close');
        if (knows) socket.write(hello);
        for (const piece of pieces) socket.write(piece);
        socket.end();
        await closed;
      }),
      { numRuns: 150 },
    );
    assert.ok(await (await open(owner, 'owner')).publish(event('a')));
  });
});
