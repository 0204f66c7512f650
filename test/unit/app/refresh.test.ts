import assert from 'node:assert/strict';
import type { Ports } from '../../../src/app/ports.ts';
import { problem } from '../../../src/base/problem.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';
import { createMemoryDatabase, createMemoryStore } from '../../fakes/memoryStore.ts';

const queuePath = '/repo/tasks/queue.md';
const queueOf = (id: string): string => queueText({ id, claims: '`a.txt`' });
const ids = (h: Harness): readonly string[] => h.app.state.queue.tasks.map((task) => task.id);

describe('looking at the repository again', () => {
  it('records the newest queue, however long an older reading of it took', async () => {
    let hold = false;
    const held: (() => void)[] = [];
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      files: {
        ...ports.files,
        read: async (path) => {
          const text = await ports.files.read(path);
          if (path === queuePath && hold) await new Promise<void>((resolve) => held.push(resolve));
          return text;
        },
      },
    });
    const h = await createHarness({ queue: queueOf('T-2026-0001'), wrap });
    hold = true;
    h.files.edit(queuePath, queueOf('T-2026-0002'));
    await h.rest();
    hold = false;
    h.files.edit(queuePath, queueOf('T-2026-0003'));
    await h.rest();
    assert.equal(held.length, 1);
    held[0]?.();
    await h.rest();
    assert.deepEqual(ids(h), ['T-2026-0003']);
    await h.app.close();
  });

  it('outlives a look that ends with a bug', async () => {
    let bugs = 0;
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      git: {
        ...ports.git,
        tracked: (paths) => (bugs-- > 0 ? Promise.reject(new Error('a bug')) : ports.git.tracked(paths)),
      },
    });
    const h = await createHarness({ queue: queueOf('T-2026-0001'), wrap });
    bugs = 1;
    h.files.edit(queuePath, queueOf('T-2026-0002'));
    await h.rest();
    assert.deepEqual(
      h.log.entries.filter(({ level }) => level === 'error').map(({ fields }) => fields['reason']),
      ['Error: a bug'],
    );
    h.files.edit(queuePath, queueOf('T-2026-0003'));
    await h.rest();
    assert.deepEqual(ids(h), ['T-2026-0003']);
    await h.app.close();
  });

  it('shows why the log can’t be followed any more', async () => {
    let newer = false;
    const why = problem('store.newer', 'Newer.');
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      store: {
        ...ports.store,
        ownership: ports.store.ownership,
        read: async (...args) => (newer ? { ok: false, error: why } : ports.store.read(...args)),
      },
    });
    const database = createMemoryDatabase();
    const queue = queueOf('T-2026-0001');
    const owner = await createHarness({ queue, store: createMemoryStore(database) });
    const { git, lanes, files } = owner;
    const mirror = await createHarness({ queue, wrap, store: createMemoryStore(database), git, lanes, files });
    assert.equal(mirror.app.role, 'mirror');
    newer = true;
    await owner.app.dispatch({ type: 'observeRefs', refs: { a: 'b' } }, { kind: 'host', id: 'test' });
    await mirror.rest();
    assert.equal(mirror.app.problem?.code, 'store.newer');
    await mirror.app.close();
    await owner.app.close();
  });
});

describe('a merge', () => {
  it('says at once why nothing is done here, instead of waiting for somebody to do it', async () => {
    const queue = queueOf('T-2026-0001');
    const files = createMemoryFiles({ [queuePath]: queue, '/repo/a.txt': 'one\n' });
    const first = await createHarness({ queue, files });
    await first.start();
    const { id, change } = first.run();
    await first.app.dispatch({ type: 'approve', run: id, head: change?.head ?? '' }, person);
    await first.app.close();

    files.locked.add('/repo/reports/agent_loop/active/leases.json.lock');
    const second = await createHarness({ queue, files, store: first.store, git: first.git });
    const merged = await second.app.mergeLocally(id, person);
    assert.equal(!merged.ok && merged.error.code, 'ledger.originalRunning');
    assert.deepEqual(second.app.state.effects, {});
    await second.app.close();
  });
});
