import assert from 'node:assert/strict';
import { createJobKeys } from '../../src/adapters/store/jobKeys.ts';
import { composeMessage } from '../../src/app/bus/compose.ts';
import { createCursor } from '../../src/app/bus/cursor.ts';
import { keepLine, type KeptLine } from '../../src/app/bus/keepLine.ts';
import { createPublisher, type Publisher } from '../../src/app/bus/publisher.ts';
import { ok } from '../../src/base/result.ts';
import { fold } from '../../src/core/evolve.ts';
import type { DomainEvent, Recorded } from '../../src/core/event.ts';
import { createMemoryBus } from '../fakes/memoryBus.ts';
import { createMemoryFiles } from '../fakes/memoryFiles.ts';
import { createMemoryLog } from '../fakes/memoryLog.ts';
import { ManualClock, settle } from '../fakes/manualClock.ts';
import { recordedFrom } from './delegation.ts';
import { privacy } from './privacy.ts';

const keys = createJobKeys(Buffer.from('key of the tests'), '/repository');
const address = { host: 'memory', port: 1, tls: null, user: null, password: null };

/** A log, a broker that can be made to misbehave, and hosts that come and go. */
export function createBusScene() {
  const events: Recorded[] = [];
  const bus = createMemoryBus();
  const files = createMemoryFiles({});
  const log = createMemoryLog();
  const clock = new ManualClock();
  let host: { publisher: Publisher; line: KeptLine; isOwner: boolean } | null = null;
  let reads = 0;
  const fail = { next: false };
  const scene = {
    bus,
    clock,
    log,
    fail,
    get reads() {
      return reads;
    },
    get publisher() {
      assert.ok(host);
      return host.publisher;
    },
    cursor: () => createCursor(files, log, '/mam/bus/cursor.json', 'b'),
    append: (...news: readonly DomainEvent[]) => {
      events.push(...recordedFrom(news, events.length));
      host?.publisher.wake();
    },
    open: async () => {
      const cursor = scene.cursor();
      const seq = (await cursor.load()) ?? events.length;
      const one: { isOwner: boolean } = { isOwner: true };
      const publisher = createPublisher({
        store: {
          read: async (since, limit = 1000) => {
            reads += 1;
            await settle();
            return ok(events.slice(since, since + limit));
          },
        },
        from: fold(events.slice(0, seq)),
        cursor,
        compose: (message) => {
          if (!fail.next) return composeMessage(message, keys, privacy);
          fail.next = false;
          throw new Error('a bug');
        },
        maySpeak: () => one.isOwner,
        log,
      });
      cursor.note(seq);
      const line = keepLine({
        bus,
        clock,
        address: async () => ok(address),
        spec: { clientId: 'mam', keepSession: false, will: null, onMessage: () => undefined },
        onLine: (opened) => publisher.useLine(opened),
        onProblem: () => undefined,
      });
      host = Object.assign(one, { publisher, line });
    },
    /** The process is gone in the middle of whatever it did. */
    kill: () => {
      if (host) host.isOwner = false;
      bus.cut('mam');
      void host?.line.close();
      host = null;
    },
    close: async () => {
      await host?.line.close();
      await host?.publisher.stop();
      host = null;
    },
    rest: async () => {
      for (let i = 0; i < 200; i++) await settle();
    },
  };
  return scene;
}
