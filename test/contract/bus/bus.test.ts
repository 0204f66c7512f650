import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrokerFolder } from '../../../src/adapters/broker/brokerFolder.ts';
import { createEmbeddedBroker } from '../../../src/adapters/broker/embeddedBroker.ts';
import { createMqttBus } from '../../../src/adapters/bus/mqttBus.ts';
import type { BusAddress } from '../../../src/app/ports/bus.ts';
import { createMemoryBus } from '../../fakes/memoryBus.ts';
import { createMosquitto, createNats, type RealBroker } from './brokers.ts';
import { describeBus, type BusUnderTest } from './describeBus.ts';
import { createProxy } from './proxy.ts';

describeBus('memory', async () => {
  const bus = createMemoryBus();
  const address: BusAddress = { host: 'memory', port: 1, tls: null, user: null, password: null };
  return {
    bus,
    speaker: { ...address, user: 'speaker' },
    listener: address,
    stranger: { ...address, user: 'stranger' },
    cut: () => bus.cut('speaker'),
    hold: () => bus.hold(),
    kill: async () => bus.down(),
    start: async () => bus.up(),
    dispose: async () => bus.down(),
  };
});

describeBus('MAM’s own broker', async () => {
  const path = await mkdtemp(join(tmpdir(), 'mam-own-broker-'));
  const folder = createBrokerFolder(path);
  const broker = createEmbeddedBroker({ folder, guestPassword: (job) => `guest of ${job}` });
  const opened = await broker.open();
  assert.ok(opened.ok);
  const { port } = opened.value;
  const proxy = await createProxy(port);
  const note = await folder.note();
  assert.ok(note);
  // The owner's password is another one after each start.
  const speaker = { ...opened.value, port: proxy.port };
  return {
    bus: createMqttBus({ patienceMs: 5000 }),
    speaker,
    listener: { ...opened.value, user: 'subscriber', password: note.password },
    stranger: { ...opened.value, password: 'guessed' },
    cut: () => proxy.cut(),
    hold: () => proxy.hold(),
    kill: () => broker.close('keep'),
    start: async () => {
      const again = await broker.open();
      assert.ok(again.ok);
      assert.equal(again.value.port, port);
      Object.assign(speaker, { password: again.value.password });
    },
    dispose: async () => {
      await proxy.close();
      await broker.close('forget');
      await rm(path, { recursive: true, force: true });
    },
  };
});

const withProxy = async (broker: RealBroker): Promise<BusUnderTest> => {
  const proxy = await createProxy(broker.address.port);
  return {
    bus: createMqttBus({ patienceMs: 5000 }),
    speaker: { ...broker.address, port: proxy.port },
    listener: broker.address,
    stranger: { ...broker.address, password: 'guessed' },
    cut: () => proxy.cut(),
    hold: () => proxy.hold(),
    kill: () => broker.kill(),
    start: () => broker.start(),
    dispose: async () => {
      await proxy.close();
      await broker.dispose();
    },
  };
};

describeBus('Mosquitto', async () => withProxy(await createMosquitto()));
describeBus('nats-server', async () => withProxy(await createNats()));
