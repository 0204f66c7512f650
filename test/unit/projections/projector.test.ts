import assert from 'node:assert/strict';
import { placesOf } from '../../../src/app/places.ts';
import { createProjector } from '../../../src/app/projector.ts';
import { problem } from '../../../src/base/problem.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { createMemoryDatabase, createMemoryStore } from '../../fakes/memoryStore.ts';
import { queueText } from '../../builders/queueText.ts';
import { privacy, privacyConfig } from '../../builders/privacy.ts';
import { createPrivacy } from '../../../src/core/privacy/privacy.ts';

const places = placesOf({ controlRoot: '/repo', commonDir: '/repo/.git' });
const registry = `${places.ledger}/session_registry.json`;

describe('the projector', () => {
  let h: Harness;
  let database: ReturnType<typeof createMemoryDatabase>;
  beforeEach(async () => {
    database = createMemoryDatabase();
    const store = createMemoryStore(database);
    h = await createHarness({ store, queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }) });
    await h.start();
  });
  afterEach(() => h.app.close());
  const journalText = (): string => h.files.texts.get(`${places.ledger}/events.jsonl`) ?? '';

  it('rewrites nothing that says the same, not even after a restart', async () => {
    h.files.written.length = 0;
    const again = createProjector(h.ports, places, () => privacy);
    again.update({ ...h.app.state, seq: h.app.state.seq + 1 });
    await again.flush();
    assert.deepEqual(h.files.written, []);
  });

  it('writes everything anew that other privacy settings show otherwise', async () => {
    let by = privacy;
    const again = createProjector(h.ports, places, () => by);
    const show = async (): Promise<readonly string[]> => {
      h.files.written.length = 0;
      again.update(h.app.state);
      await again.flush();
      return h.files.written.map((path) => path.slice(places.ledger.length + 1));
    };
    await show();
    by = createPrivacy({ ...privacyConfig, paths: ['a.txt'] });
    const written = await show();
    assert.ok(written.includes('leases.json') && written.includes('assignments/implementer.md'), written.join());
    assert.ok(!(h.files.texts.get(`${places.ledger}/leases.json`) ?? 'a.txt').includes('a.txt'));
    assert.ok(written.includes('events.jsonl'));
    assert.doesNotMatch(journalText(), /a\.txt/);
    assert.equal(journalText().trimEnd().split('\n').length, h.app.state.seq);
    assert.deepEqual(await show(), []);
  });

  it('leaves a journal that knows more than the log', async () => {
    const path = `${places.ledger}/events.jsonl`;
    h.files.edit(path, `${JSON.stringify({ seq: 1_000_000 })}\n`);
    const again = createProjector(h.ports, places, () => createPrivacy({ ...privacyConfig, paths: ['a.txt'] }));
    again.update(h.app.state);
    await again.flush();
    assert.equal(journalText(), `${JSON.stringify({ seq: 1_000_000 })}\n`);
  });

  it('is verified by the rules that it wrote with, also by a host with other settings', async () => {
    const { files, git, clock } = h;
    const store = createMemoryStore(database);
    const settings = { 'mam.privacy.paths': ['a.txt'] };
    const other = await createHarness({ queue: '', files, store, git, clock, idPrefix: 'other', settings });
    try {
      assert.equal(other.app.role, 'mirror');
      const { ok: isWhole, files: found } = await other.app.verify();
      assert.ok(found.length > 0);
      assert.ok(isWhole, JSON.stringify(found));
    } finally {
      await other.app.close();
    }
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
