import assert from 'node:assert/strict';
import { full, replaced } from '../../../src/adapters/store/failures.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { tickMs } from '../../../src/app/awakeClock.ts';
import { watchLog } from '../../../src/app/watchLog.ts';
import type { Problem } from '../../../src/base/problem.ts';
import { problem } from '../../../src/base/problem.ts';
import { ProblemError } from '../../../src/base/problemError.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess } from '../../fakes/fakeLanes.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const never = byAccess({ write: () => new Promise(() => undefined), read: () => new Promise(() => undefined) });

/** A log whose calls that promise a plain value fail with `fault.now`, and all others too. */
const failing = () => {
  const store = createMemoryStore();
  const fault: { now: Problem | null } = { now: null };
  const fail = (now: Problem | null): void => {
    fault.now = now;
    store.broken = now;
  };
  const check = (): void => {
    if (fault.now) throw new ProblemError(fault.now);
  };
  const wrap = (ports: Ports): Ports => ({
    ...ports,
    store: {
      ...store,
      transact: (since, decide, fence) => store.transact(since, decide, fence),
      awake: async (add) => (check(), store.awake(add)),
      ownership: {
        ...store.ownership,
        beat: async () => (check(), store.ownership.beat()),
        release: async () => (check(), store.ownership.release()),
      },
    },
  });
  return { store, wrap, fail };
};

describe('a log that fails during the work', () => {
  it('is lost for good when it was replaced: the host says so, lets go of its work and closes in peace', async () => {
    const { store, wrap, fail } = failing();
    const h = await createHarness({ queue, store, wrap, play: () => never });
    await h.start();
    assert.deepEqual([h.app.role, h.app.problem], ['owner', null]);
    let told = 0;
    h.app.onDidChange(() => (told += 1));
    fail(replaced('/repo/.git/mam/mam.db'));
    await h.clock.advance(tickMs);
    await h.rest();
    assert.deepEqual([h.app.problem?.code, h.app.role, h.app.owner], ['store.replaced', 'mirror', null]);
    assert.ok(told > 0);
    fail(null);
    await h.clock.advance(tickMs);
    await h.rest();
    assert.equal(h.app.problem?.code, 'store.replaced');
    await h.app.close();
  });

  it('is taken up again when a full disk has room', async () => {
    const { store, wrap, fail } = failing();
    const h = await createHarness({ queue, store, wrap });
    fail(full('/repo/.git/mam/mam.db'));
    await h.clock.advance(tickMs);
    await h.rest();
    assert.deepEqual([h.app.problem?.code, h.app.role], ['store.full', 'owner']);
    fail(null);
    await h.clock.advance(tickMs);
    await h.rest();
    assert.equal(h.app.problem, null);
    await h.start();
    assert.equal(h.run().phase, 'waiting');
    await h.app.close();
  });

  it('does not keep the host from closing', async () => {
    const { store, wrap, fail } = failing();
    const h = await createHarness({ queue, store, wrap });
    fail(full('/repo/.git/mam/mam.db'));
    await h.app.close();
  });

  it('may be busy, or another’s, without anything being wrong with it', async () => {
    for (const code of ['store.busy', 'store.fenced', 'store.closed']) {
      const store = createMemoryStore();
      const watched = watchLog(store, () => assert.fail(code));
      store.broken = problem(code, 'Not now.');
      await watched.store.transact(0, () => ({ drafts: [], result: null }));
      assert.deepEqual([watched.problem, watched.lost], [null, false]);
    }
  });

  it('stays in trouble while only small writes fit on the disk', async () => {
    const store = createMemoryStore();
    const watched = watchLog(store, () => undefined);
    const draft = { at: 'now', actor: 'host:app', event: { type: 'loopResumed', loop: 'l' } } as const;
    store.broken = full('mam.db');
    await watched.store.transact(0, () => ({ drafts: [draft], result: null }));
    await watched.store.awake(0);
    assert.equal(watched.problem?.code, 'store.full');
    store.broken = null;
    await watched.store.transact(0, () => ({ drafts: [draft], result: null }));
    assert.equal(watched.problem, null);
  });
});
