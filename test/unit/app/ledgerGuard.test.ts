import assert from 'node:assert/strict';
import { ledgerProblem } from '../../../src/app/ledgerGuard.ts';
import { placesOf } from '../../../src/app/places.ts';
import type { Files } from '../../../src/app/ports/files.ts';
import { createHarness, person } from '../../builders/appHarness.ts';
import { foreignFolder } from '../../builders/foreignLedger.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const journal = '{"event":"active-loop","ts":"2025-01-01T00:00:00Z"}\n';
const beat = {
  type: 'heartbeat',
  session: 'reviewer',
  role: 'Reviewer',
  task: null,
  status: 'idle',
  agent: null,
} as const;

describe('a file of another tool in the ledger’s folder', () => {
  const alone: readonly (readonly [string, string])[] = [
    ['events.jsonl', journal],
    ['assignments/reviewer.md', '# mine\n'],
    ['active_loop.md', '# original report\n'],
    ['approval_packet.md', '# my packet\n'],
    ['gate_evidence/T-2026-0001/evidence.json', '{"schema_version":1,"task_id":"T-2026-0001"}\n'],
    ['gate_evidence/T-2026-0001/evidence.md', '# mine\n'],
    ['leases.json', '{"leases": []}'],
  ];
  for (const [name, text] of alone)
    it(`is not written over: ${name}`, async () => {
      const path = `${foreignFolder}/${name}`;
      const files = createMemoryFiles({ '/repo/tasks/queue.md': queue, [path]: text });
      const h = await createHarness({ queue, files });
      try {
        assert.equal(h.app.problem?.code, 'ledger.foreign');
        await h.app.dispatch(beat, person);
        await h.rest();
        assert.equal(files.texts.get(path), text);
        assert.ok((await h.app.startFresh(person)).ok);
        await h.rest();
        assert.equal(h.app.problem, null);
        const kept = [...files.texts].find(([one]) => one.startsWith('/repo/.mam/backups/') && one.endsWith(name));
        assert.equal(kept?.[1], text);
      } finally {
        await h.app.close();
      }
    });

  it('is none that MAM marked, nor one beside a document of MAM’s', async () => {
    const first = await createHarness({ queue });
    await first.start();
    await first.rest();
    await first.app.close();
    const { files, store } = first;
    files.edit(`${foreignFolder}/assignments/reviewer.md`, '# as an older MAM wrote it\n');
    const next = await createHarness({ queue, files, store, git: first.git, clock: first.clock, idPrefix: 'next' });
    assert.equal(next.app.problem, null);
    await next.app.close();
  });

  it('is no report that MAM stamped before there was a ledger', async () => {
    const files = createMemoryFiles({
      '/repo/tasks/queue.md': queue,
      [`${foreignFolder}/start.md`]: '# Start\n\nLog: event 7 at 2026-01-01T00:00:00Z\n',
      [`${foreignFolder}/loop_state.json`]: '{"mam":{"seq":7}}\n',
      [`${foreignFolder}/leases.json.lock`]: '',
    });
    const h = await createHarness({ queue, files });
    assert.equal(h.app.problem, null);
    await h.app.close();
  });

  it('is a journal that goes on without a sequence', async () => {
    const h = await createHarness({ queue });
    try {
      await h.start();
      await h.rest();
      const path = `${foreignFolder}/events.jsonl`;
      const text = (h.files.texts.get(path) ?? '') + journal;
      h.files.edit(path, text);
      assert.ok((await h.app.dispatch(beat, person)).ok);
      await h.rest();
      assert.equal(h.files.texts.get(path), text);
      await h.app.refresh();
      assert.equal(h.app.problem?.code, 'ledger.foreign');
      // What a loop's start reports of the queue is made by the next one.
      const ours = [...h.files.texts.keys()].filter(
        (one) => one.startsWith(`${foreignFolder}/`) && !/queue_recommendations|backlog_handoff/.test(one),
      );
      assert.ok((await h.app.startFresh(person)).ok);
      await h.clock.advance(10_000);
      await h.rest();
      assert.equal(h.app.problem, null);
      for (const one of ours) assert.ok(h.files.texts.has(one), `${one} is written again`);
    } finally {
      await h.app.close();
    }
  });
});

describe('a folder of MAM’s own', () => {
  it('that is made while it is looked for is no link that leads out', async () => {
    const files = createMemoryFiles({ '/repo/tasks/queue.md': queue });
    const racing: Files = {
      ...files,
      real: async (path) => {
        const found = await files.real(path);
        if (path === '/repo/.mam/jobs' && found === null) await files.write(`${path}/one/brief.md`, 'Do it.');
        return found;
      },
    };
    const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
    assert.equal(await ledgerProblem(racing, createMemoryGit(), places), null);
    assert.equal(files.texts.has('/repo/.mam/jobs/one/brief.md'), true);
  });
});
