import assert from 'node:assert/strict';
import { createOrchestrator } from '../../../src/app/orchestrator.ts';
import type { EventStore } from '../../../src/app/ports/eventStore.ts';
import { KeyedQueue } from '../../../src/base/keyedQueue.ts';
import { testKeys } from '../../builders/appHarness.ts';
import { privacy } from '../../builders/privacy.ts';
import { createCountingIds } from '../../fakes/countingIds.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';
import { rejections } from '../../unhandled.ts';

async function open(store: EventStore) {
  const clock = new ManualClock(Date.UTC(2026, 0, 31, 12));
  const created = await createOrchestrator({
    store,
    clock,
    ids: createCountingIds(),
    awakeMs: () => clock.now(),
    epoch: () => null,
    mostLanes: () => 4,
    samplePool: () => ({ load: null, conflicts: null }),
    redact: privacy.redact,
    tokenHash: (job, attempt) => testKeys.hash(testKeys.jobToken(job, attempt)),
  });
  assert.ok(created.ok);
  const orchestrator = created.value;
  const beat = (n: number) =>
    orchestrator.dispatch(
      { type: 'heartbeat', session: `s${n}`, role: 'Reviewer', task: null, status: 'running', agent: null },
      { kind: 'job', id: `s${n}` },
    );
  return { orchestrator, beat };
}

describe('many decisions at once', () => {
  it('are made in their order, and none reads again what those before it wrote', async () => {
    const memory = createMemoryStore();
    const queue = new KeyedQueue();
    let reread = 0;
    // One after another and never at once, as the log on disk does it.
    const store: EventStore = {
      ...memory,
      transact: (since, decide, fence) =>
        queue.run('', () =>
          memory.transact(
            since,
            (unseen) => {
              reread += unseen.length;
              return decide(unseen);
            },
            fence,
          ),
        ),
    };
    const { orchestrator, beat } = await open(store);
    const names = Array.from({ length: 100 }, (_, n) => `s${n}`);
    const done = await Promise.all(names.map((_, n) => beat(n)));
    assert.ok(done.every(({ ok }) => ok));
    assert.deepEqual(Object.keys(orchestrator.state.sessions), names);
    assert.equal(reread, 0);
  });
  it('are made once, whatever somebody who is told of them does', async () => {
    const store = createMemoryStore();
    const { orchestrator, beat } = await open(store);
    orchestrator.onDidChange(() => {
      throw new Error('a view is broken');
    });
    // The first is decided alone, the others in a group: each of the two is told once.
    const bugs = rejections(2);
    const done = await Promise.all([beat(0), beat(1), beat(2)]);
    assert.deepEqual(
      (await bugs).map(({ message }) => message),
      ['a view is broken', 'a view is broken'],
    );
    assert.ok(done.every(({ ok }) => ok));
    const log = await store.read(0, 100);
    assert.equal(log.ok && log.value.length, 3);
  });
});
