import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { foreignFiles } from '../../builders/foreignLedger.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam import', () => {
  let mam: MamCommand;
  let ledger: string;
  before(async () => {
    mam = await createMamCommand();
    ledger = join(mam.repository, 'reports/agent_loop/active');
  });
  after(() => mam.dispose());
  beforeEach(async () => {
    await rm(join(mam.repository, 'reports'), { recursive: true, force: true });
    for (const [name, text] of Object.entries(foreignFiles())) await put(join(ledger, name), text);
  });

  const put = async (path: string, text: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };

  it('refuses by name what it can’t read, and changes nothing', async () => {
    const outside = join(mam.folder, 'elsewhere');
    await put(join(outside, 'leases.json'), '[]');
    await rm(join(ledger, 'leases.json'));
    await symlink(join(outside, 'leases.json'), join(ledger, 'leases.json'));
    const linked = await mam.run('import');
    assert.deepEqual(
      [linked.code, /active\/leases\.json .*\[import\.outside\]/.test(linked.err)],
      [1, true],
      linked.err,
    );
    await rm(join(ledger, 'leases.json'));
    await put(join(ledger, 'leases.json'), Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d));
    const binary = await mam.run('import');
    assert.match(binary.err, /active\/leases\.json .*\[files\.notText\]/);
    const away = await mam.run('import', '--from', outside);
    assert.deepEqual([away.code, /\[import\.folderOutside\]/.test(away.err)], [2, true], away.err);
    assert.equal(await readFile(join(ledger, 'events.jsonl'), 'utf8'), foreignFiles()['events.jsonl']);
    assert.equal(existsSync(join(mam.repository, '.mam/backups')), false);
  });

  it('takes the ledger over, keeps its files, and writes its own', async () => {
    const done = await mam.run('import', '--json');
    assert.equal(done.code, 0, done.err);
    const told: { imported: boolean; kept: string; sessions: number; completed: string[] } = JSON.parse(done.out);
    assert.deepEqual([told.imported, told.sessions, told.completed], [true, 2, ['T-2025-0001']]);
    for (const [name, text] of Object.entries(foreignFiles()))
      assert.equal(await readFile(join(mam.repository, told.kept, 'active', name), 'utf8'), text, name);
    const state: { mam: unknown; completed_task_ids?: string[] } = JSON.parse(
      await readFile(join(ledger, 'session_registry.json'), 'utf8'),
    );
    assert.ok(state.mam);
    const again = await mam.run('import');
    assert.deepEqual([again.code, /nothing was added/.test(again.out)], [0, true], again.err);
    const from = await mam.run('import', '--from', join(mam.repository, told.kept, 'active'));
    assert.equal(from.code, 0, from.err);
    assert.match(from.out, /nothing was added/);
  });

  it('puts it aside instead when that is asked for', async () => {
    const done = await mam.run('import', '--put-aside');
    assert.equal(done.code, 0, done.err);
    const journal = await readFile(join(ledger, 'events.jsonl'), 'utf8').catch(() => '');
    assert.notEqual(journal, foreignFiles()['events.jsonl']);
    assert.equal((await mam.run('import', '--put-aside')).code, 1);
  });
});
