import assert from 'node:assert/strict';
import { createHarness, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';

const folder = '/repo/reports/agent_loop/active/gate_evidence';
const json = `${folder}/T-2026-0001/evidence.json`;
const markdown = `${folder}/T-2026-0001/evidence.md`;

describe('evidence files on disk', () => {
  let h: Harness;
  beforeEach(async () => {
    h = await createHarness({ queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`' }) });
    await h.start();
  });
  afterEach(() => h.app.close());

  const read = async (path: string): Promise<string> => {
    const text = await h.files.read(path);
    assert.ok(text.ok && text.value !== null, path);
    return text.value;
  };
  const verdicts = async () => {
    const found = await h.app.verify();
    return [found.ok, found.problem?.code ?? null, ...found.files.map((file) => `${file.path} ${file.verdict}`)];
  };

  it('name the event that they were made up to, and its hash in the chain', async () => {
    const { mam } = JSON.parse(await read(json));
    assert.equal(mam.hash, h.store.database.rows[mam.seq - 1]?.hash);
    assert.match(await read(markdown), new RegExp(`\nLog: event ${mam.seq}, ${mam.hash}\n$`));
    assert.deepEqual(await verdicts(), [
      true,
      null,
      'gate_evidence/T-2026-0001/evidence.json same',
      'gate_evidence/T-2026-0001/evidence.md same',
    ]);
  });

  const edits: readonly (readonly [what: string, path: string, edit: (text: string) => string])[] = [
    ['a verdict', json, (text) => text.replace('"status": "passed"', '"status": "approved"')],
    ['the gate', json, (text) => text.replace('"ready": true', '"ready": false')],
    ['the hash', json, (text) => text.replace(/"hash": "[0-9a-f]/, '"hash": "x')],
    ['the time', json, (text) => text.replace(/"generated_at": "20/, '"generated_at": "19')],
    ['the event', json, (text) => text.replace(/"seq": \d+/, '"seq": 1')],
    ['an event that is not there yet', json, (text) => text.replace(/"seq": \d+/, '"seq": 99999')],
    ['the stamp away', json, (text) => text.replace(/"mam": \{[^}]*\}/, '"mam": {}')],
    ['the summary', markdown, (text) => text.replace('- Gate: open', '- Gate: shut')],
    ['all of it', json, () => 'not JSON'],
  ];
  for (const [what, path, edit] of edits)
    it(`are named when somebody edited ${what}`, async () => {
      const before = await read(path);
      const after = edit(before);
      assert.notEqual(after, before);
      await h.files.write(path, after);
      const [ok, code, ...files] = await verdicts();
      assert.deepEqual([ok, code], [false, 'evidence.fileDiffers']);
      assert.ok(files.includes(`${path.slice('/repo/reports/agent_loop/active/'.length)} differs`), files.join('\n'));
    });

  it('of a task that the log does not know are no finding, unless they claim a pass', async () => {
    const forged = `${folder}/T-2026-0099/evidence.json`;
    await h.files.write(forged, '{"conservative_gate": {"ready": false}}\n');
    assert.deepEqual((await verdicts()).slice(0, 2), [true, null]);
    await h.files.write(forged, '{"conservative_gate": {"ready":true}}\n');
    assert.deepEqual((await verdicts()).slice(0, 2), [false, 'evidence.fileDiffers']);
  });

  it('stay what the log gives when other tasks go on', async () => {
    await h.app.dispatch(
      { type: 'heartbeat', session: 'reviewer', role: 'Reviewer', task: null, status: 'idle', agent: null },
      { kind: 'job', id: 'x' },
    );
    await h.rest();
    assert.equal((await verdicts())[0], true);
  });

  it('say that they are stale the moment the head moves, and that no gate is open', async () => {
    h.git.commitOn(h.run().branch, { 'a.txt': 'by somebody else\n' });
    await h.app.refresh();
    await h.rest();
    const after = JSON.parse(await read(json));
    assert.deepEqual([after.stale, after.conservative_gate.ready], [true, false]);
    assert.match(after.stale_reason, /moved since it was reviewed/);
    assert.match(await read(markdown), /- Stale: .*moved/);
    assert.equal((await verdicts())[0], true);
  });
});
