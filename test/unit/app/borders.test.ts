import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { err } from '../../../src/base/result.ts';
import type { Ports } from '../../../src/app/ports.ts';
import {
  createHarness,
  passes,
  person,
  writesFile,
  type Harness,
  type HarnessOptions,
} from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, hangs, type Play } from '../../fakes/fakeLanes.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const queuePath = '/repo/tasks/queue.md';
const registry = '/repo/reports/agent_loop/active/session_registry.json';
const full = problem('files.full', 'The disk is full.');
const request = { tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [] };

const withHarness =
  (options: Partial<HarnessOptions>, body: (h: Harness) => Promise<void>) => async (): Promise<void> => {
    const h = await createHarness({ queue, ...options });
    await body(h);
    await h.app.close();
    assert.equal(h.clock.waiting, 0);
  };
const refusal = async (h: Harness): Promise<string> => {
  const started = await h.app.startLoop(request, person);
  return started.ok ? 'ok' : started.error.code;
};

describe('the queue file', () => {
  it(
    'that is missing is said to be missing, not empty',
    withHarness({ files: createMemoryFiles() }, async (h) => assert.equal(await refusal(h), 'queue.missing')),
  );

  it(
    'without a ready task is named by its path',
    withHarness({ queue: '# Queue\n' }, async (h) => {
      const started = await h.app.startLoop(request, person);
      assert.ok(!started.ok);
      assert.deepEqual([started.error.code, started.error.params['file']], ['queue.nothingReady', queuePath]);
    }),
  );

  it(
    "that can't be read refuses the start with that reason",
    withHarness({}, async (h) => {
      h.files.broken.set(queuePath, full);
      assert.equal(await refusal(h), full.code);
    }),
  );

  it(
    'is read again as soon as it is edited, and a run keeps the task that it started with',
    withHarness({ play: () => hangs }, async (h) => {
      await h.start();
      h.files.edit(queuePath, queueText({ id: 'T-2026-0001', claims: '`other`' }, { id: 'T-2026-0002' }));
      await h.rest();
      assert.deepEqual(
        h.app.state.queue.tasks.map((task) => task.id),
        ['T-2026-0001', 'T-2026-0002'],
      );
      assert.deepEqual(h.run('T-2026-0001').claims, ['a.txt']);
      await h.app.dispatch({ type: 'stopLoop' }, person);
      await h.rest();
    }),
  );

  it('that vanishes during a run ends the loop as blocked, never as complete', async () => {
    const files = createMemoryFiles({ [queuePath]: queue, '/repo/a.txt': 'one\n' });
    const play: HarnessOptions['play'] = (git) => {
      const write = writesFile(git);
      const vanish: Play = (...all) => {
        files.edit(queuePath, null);
        return write(...all);
      };
      return byAccess({ write: vanish, read: passes });
    };
    await withHarness({ files, play }, async (h) => {
      await h.start({ limit: null });
      const [loop] = Object.values(h.app.state.loops);
      assert.deepEqual([h.run().phase, loop?.state, loop?.outcome], ['waiting', 'ended', 'blocked']);
    })();
  });
});

describe('folders that are not ours', () => {
  const foreign = (): Partial<HarnessOptions> => ({
    files: createMemoryFiles({ [queuePath]: queue, '/repo/a.txt': 'one\n', [registry]: '{"schema_version": 2}' }),
  });

  it(
    'hold up every start, are not written to, and can be put aside',
    withHarness(foreign(), async (h) => {
      assert.equal(h.app.problem?.code, 'ledger.foreign');
      assert.equal(await refusal(h), 'ledger.foreign');
      await h.clock.advance(10_000);
      assert.equal(h.files.texts.get(registry), '{"schema_version": 2}');
      assert.ok((await h.app.startFresh(person)).ok);
      assert.equal(h.app.problem, null);
      const aside = [...h.files.texts].find(([path]) => path.startsWith('/repo/.mam/backups/'));
      assert.equal(aside?.[1], '{"schema_version": 2}');
      await h.clock.advance(5000);
      await h.start();
      assert.equal(h.run().phase, 'waiting');
    }),
  );

  it(
    'are not put aside when there are none',
    withHarness({}, async (h) => {
      const fresh = await h.app.startFresh(person);
      assert.equal(!fresh.ok && fresh.error.code, 'ledger.ours');
    }),
  );

  it(
    'that git tracks are named',
    withHarness({ git: createMemoryGit({ files: { 'a.txt': 'one\n', '.mam/x': '' } }) }, async (h) => {
      assert.deepEqual([h.app.problem?.code, h.app.problem?.params['path']], ['ledger.tracked', '.mam/x']);
      assert.equal(await refusal(h), 'ledger.tracked');
    }),
  );
});

describe('a full disk', () => {
  /** Files that refuse to write certain paths as long as the test says so. */
  const failing = (pattern: RegExp) => {
    const disk = { isFull: true };
    const wrap = (ports: Ports): Ports => ({
      ...ports,
      files: {
        ...ports.files,
        write: async (path, text) => (disk.isFull && pattern.test(path) ? err(full) : ports.files.write(path, text)),
        appendLines: async (path, lines) =>
          disk.isFull && pattern.test(path) ? err(full) : ports.files.appendLines(path, lines),
      },
    });
    return { disk, wrap };
  };

  it('when the brief is written parks the run, and a resume goes on', async () => {
    const { disk, wrap } = failing(/brief\.md$/);
    await withHarness({ wrap }, async (h) => {
      await h.start();
      const { ask } = h.run();
      assert.deepEqual([h.run().phase, ask?.kind === 'problem' && ask.problem.code], ['needs-you', full.code]);
      assert.equal(h.lanes.started.length, 0);
      disk.isFull = false;
      assert.ok((await h.app.dispatch({ type: 'resumeLoop' }, person)).ok);
      await h.rest();
      assert.equal(h.run().phase, 'waiting');
    })();
  });

  it('when the contract files are written is told, and does not hold up the work', async () => {
    const { disk, wrap } = failing(/agent_loop/);
    await withHarness({ wrap }, async (h) => {
      await h.start();
      assert.deepEqual([h.run().phase, h.app.problem?.code], ['waiting', full.code]);
      disk.isFull = false;
      await h.app.dispatch({ type: 'abandonRun', run: h.run().id }, person);
      await h.rest();
      assert.equal(h.app.problem, null);
      const lines = h.files.texts.get('/repo/reports/agent_loop/active/events.jsonl')?.trimEnd().split('\n') ?? [];
      const seqs = lines.map((line): number => JSON.parse(line).seq);
      assert.deepEqual(
        seqs,
        seqs.map((_, i) => i + 1),
      );
      assert.equal(seqs.at(-1), h.app.state.seq);
    })();
  });

  it('of the log leaves an outcome open, which is settled once there is room', async () => {
    const store = createMemoryStore();
    const play: HarnessOptions['play'] = (git) => {
      const write = writesFile(git);
      const fill: Play = (...all) => {
        store.broken = full;
        return write(...all);
      };
      return byAccess({ write: fill, read: passes });
    };
    await withHarness({ store, play }, async (h) => {
      await h.start();
      assert.deepEqual([h.run().phase, h.lanes.running.size], ['implementing', 0]);
      const refused = await h.app.dispatch({ type: 'stopLoop' }, person);
      assert.equal(!refused.ok && refused.error.code, full.code);
      store.broken = null;
      await h.clock.advance(5000);
      await h.rest();
      assert.equal(h.run().phase, 'waiting');
      assert.equal(h.lanes.started.filter((spec) => spec.access === 'write').length, 1);
    })();
  });
});
