import assert from 'node:assert/strict';
import { placesOf } from '../../../src/app/places.ts';
import { createProjector } from '../../../src/app/projector.ts';
import { problem } from '../../../src/base/problem.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { privacy } from '../../builders/privacy.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const registry = `${places.ledger}/session_registry.json`;

describe('the projector', () => {
  let h: Harness;
  beforeEach(async () => {
    h = await createHarness({ queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }) });
    await h.start();
  });
  afterEach(() => h.app.close());

  it('rewrites nothing that says the same, not even after a restart', async () => {
    h.files.written.length = 0;
    const again = createProjector(h.ports, places, () => privacy);
    again.update({ ...h.app.state, seq: h.app.state.seq + 1 });
    await again.flush();
    assert.deepEqual(h.files.written, []);
  });

  it('writes nothing, not even the journal, while there is a queue alone', async () => {
    const refused = await createHarness({ queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }) });
    try {
      await refused.rest();
      assert.ok(refused.app.state.seq > 0);
      assert.deepEqual(
        refused.files.written.filter((path) => path.startsWith(places.ledger)),
        [],
      );
      assert.equal(refused.files.texts.has(`${places.ledger}/events.jsonl`), false);
    } finally {
      await refused.app.close();
    }
  });

  it('writes again what somebody changed', async () => {
    h.files.edit(registry, '{"mam":{"seq":1}}\n');
    h.files.written.length = 0;
    const again = createProjector(h.ports, places, () => privacy);
    again.update(h.app.state);
    await again.flush();
    assert.deepEqual(h.files.written, [registry]);
  });

  it('shows the journal around: it names no path of this machine, and no secret', async () => {
    const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
    const run = h.run();
    assert.ok(JSON.stringify(h.store.database.rows).includes('/repo/.claude/worktrees'));
    await h.app.dispatch({ type: 'returnRun', run: run.id, comments: `It prints ${secret}.` }, person);
    await h.rest();
    const journal = h.files.texts.get(`${places.ledger}/events.jsonl`) ?? '';
    assert.deepEqual([journal.includes('It prints'), journal.includes(secret)], [true, false]);
    assert.equal(journal.includes(places.controlRoot), false);
    for (const line of journal.trimEnd().split('\n')) assert.ok(JSON.parse(line));
  });

  it('survives a bug, and goes on with the next change', async () => {
    let reads = 0;
    const leases = `${places.ledger}/leases.json`;
    h.files.edit(leases, null);
    const read: typeof h.files.read = async (path) => {
      if (++reads === 1) throw new Error('a bug');
      return h.files.read(path);
    };
    const again = createProjector({ ...h.ports, files: { ...h.files, read } }, places, () => privacy);
    again.update(h.app.state);
    await again.flush();
    assert.equal(h.files.texts.has(leases), false);
    again.update(h.app.state);
    await again.flush();
    assert.ok(h.files.texts.has(leases));
  });

  it('tells a failure, and makes up for it with the next change', async () => {
    const leases = `${places.ledger}/leases.json`;
    h.files.edit(leases, null);
    h.files.broken.set(leases, problem('files.full', 'The disk is full.'));
    const again = createProjector(h.ports, places, () => privacy);
    again.update(h.app.state);
    await again.flush();
    assert.equal(again.problem?.code, 'files.full');
    h.files.broken.delete(leases);
    again.update(h.app.state);
    await again.flush();
    assert.equal(again.problem, null);
    assert.ok(h.files.texts.has(leases));
  });
});
