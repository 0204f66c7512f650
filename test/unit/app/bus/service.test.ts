import assert from 'node:assert/strict';
import { createJobKeys } from '../../../../src/adapters/store/jobKeys.ts';
import { followBus } from '../../../../src/app/bus/followBus.ts';
import { createBusService } from '../../../../src/app/bus/service.ts';
import type { BusAddress, BusMessage } from '../../../../src/app/ports/bus.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { ok } from '../../../../src/base/result.ts';
import { emptyState } from '../../../../src/core/state.ts';
import { busTargetOf } from '../../../../src/protocol/busSettings.ts';
import { eventsTopic } from '../../../../src/protocol/busTopics.ts';
import type { Settings } from '../../../../src/protocol/settings.ts';
import { privacy } from '../../../builders/privacy.ts';
import { settingsWith } from '../../../builders/settings.ts';
import { ManualClock, settle } from '../../../fakes/manualClock.ts';
import { createMemoryBus } from '../../../fakes/memoryBus.ts';
import { createMemoryDatabase, createMemoryStore } from '../../../fakes/memoryStore.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';
import { createMemoryLog } from '../../../fakes/memoryLog.ts';

const keys = createJobKeys(Buffer.from('key of the tests'), '/repository');
const door = { isNeeded: async () => true, need: async () => undefined, watch: () => ({ dispose: () => undefined }) };
const own: BusAddress = { host: 'own', port: 1, tls: null, user: null, password: null };

describe('who is told about jobs', () => {
  it('follows the settings: another broker is told instead, or nobody', async () => {
    const [bus, clock, files] = [createMemoryBus(), new ManualClock(), createMemoryFiles({})];
    const to: string[] = [];
    let settings: Settings = settingsWith();
    let open = 0;
    const service = createBusService({
      bus: {
        bus: {
          connect: (spec) => {
            to.push(spec.address.host);
            return bus.connect(spec);
          },
        },
        broker: {
          open: async () => {
            open += 1;
            return ok(own);
          },
          close: async () => void (open = 0),
          onIdle: new Emitter<void>().event,
        },
        door: { ...door, subscriber: async () => own },
        env: {},
      },
      store: createMemoryStore(createMemoryDatabase()),
      files,
      keys,
      clock,
      log: createMemoryLog(),
      settings: () => settings,
      privacy: () => privacy,
      orchestrator: { state: emptyState, onDidChange: new Emitter<never>().event },
      epoch: () => 1,
      facts: { commonDir: '/repo/.git' },
    });
    const rest = async (): Promise<void> => {
      for (let n = 0; n < 100; n += 1) await settle();
    };
    service?.follow();
    await rest();
    for (const [change, expected, opened] of [
      [{}, ['own'], 1],
      [{ 'mam.bus.host': 'far' }, ['own', 'far'], 0],
      [{ 'mam.bus.host': 'far', 'mam.bus.user': 'me' }, ['own', 'far', 'far'], 0],
      [{ 'mam.bus.enabled': false }, ['own', 'far', 'far'], 0],
      [{}, ['own', 'far', 'far', 'own'], 1],
    ] as const) {
      settings = settingsWith(change);
      service?.recheck();
      await rest();
      // Asked again without a change, nothing happens.
      service?.recheck();
      await rest();
      assert.deepEqual([to, open], [expected, opened], JSON.stringify(change));
    }
    await service?.close();
    assert.equal(clock.waiting, 0);
  });

  it('a listener that ends is remembered by no external broker, and one whose line is lost is', async () => {
    const [bus, clock] = [createMemoryBus(), new ManualClock()];
    const target = busTargetOf(settingsWith({ 'mam.bus.host': 'far' }));
    assert.equal(target.kind, 'external');
    const specs: boolean[] = [];
    const line = followBus({
      bus: {
        connect: (spec) => {
          specs.push(spec.keepSession);
          return bus.connect(spec);
        },
      },
      door: { ...door, subscriber: async () => null },
      env: {},
      target,
      files: createMemoryFiles({}),
      keys,
      clock,
      job: null,
      isOurs: () => true,
      clientId: 'w',
      onReceived: () => undefined,
      onRefused: () => undefined,
      onPublisher: () => undefined,
      onProblem: () => undefined,
    });
    for (let n = 0; n < 50; n += 1) await settle();
    bus.cut('w');
    await clock.advance(1000);
    assert.deepEqual(specs, [true, true]);
    await line.close();
    assert.deepEqual(specs, [true, true, false]);
    assert.equal(clock.waiting, 0);
    const missed: BusMessage[] = [];
    const speaker = await bus.connect({
      address: own,
      clientId: 'owner',
      keepSession: false,
      will: null,
      onMessage: () => undefined,
    });
    assert.ok(speaker.ok);
    await speaker.value.publish({ topic: eventsTopic('a'), body: 'x', retain: false });
    await bus.connect({
      address: own,
      clientId: 'w',
      keepSession: true,
      will: null,
      onMessage: (m) => void missed.push(m),
    });
    await settle();
    assert.deepEqual(missed, []);
  });
});
