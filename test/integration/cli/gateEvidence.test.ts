import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const evidence = 'reports/agent_loop/active/gate_evidence';

describe('mam gate-evidence', () => {
  let mam: MamCommand;
  beforeEach(async () => {
    mam = await createMamCommand();
  });
  afterEach(() => mam.dispose());

  it('takes what is wrong with its words for wrong usage', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /\[cli\.argumentMissing\]/],
      [['--task', 'T-1'], /\[cli\.badTask\]/],
      [['--task', 't-2026-0001'], /\[cli\.badTask\]/],
      [['--task', 'T-2026-0001', '--out-dir', '/tmp/evidence'], /\[cli\.outOutside\]/],
      [['--task', 'T-2026-0001', '--out-dir', 'reports/agent_loop/../x'], /\[cli\.outOutside\]/],
    ];
    for (const [args, err] of cases) {
      const ended = await mam.run('gate-evidence', ...args);
      assert.deepEqual([ended.code, err.test(ended.err)], [2, true], ended.out + ended.err);
    }
  });

  it('of a task that was never started is written, closed, and is no finding of the verification', async () => {
    const ended = await mam.run('gate-evidence', '--task', 'T-2026-0009', '--json');
    assert.equal(ended.code, 0, ended.err);
    const found = JSON.parse(ended.out);
    assert.deepEqual(
      [
        found.conservative_gate.ready,
        found.conservative_gate.required_roles.map((role: { status: string }) => role.status),
      ],
      [false, ['missing', 'missing']],
    );
    const written = await readFile(join(mam.repository, evidence, 'T-2026-0009/evidence.json'), 'utf8');
    assert.deepEqual(JSON.parse(written), found);
    assert.equal((await mam.run('evidence', 'verify')).code, 0);
  });

  it('goes from an open gate to a merged change whose branch is deleted, and forgery is named', async () => {
    await rm(mam.repository, { recursive: true });
    const task = 'T-2026-0002';
    const started = await mam.runIn(mam.folder, 'start', '--sample', mam.repository);
    assert.equal(started.code, 0, started.err + started.out);

    const shown = await mam.run('gate-evidence', '--task', task, '--json', '--run-validation');
    assert.equal(shown.code, 0, shown.err);
    const found = JSON.parse(shown.out);
    assert.deepEqual([found.conservative_gate.ready, found.validation.command_count], [true, 2]);
    const copied = await mam.run('gate-evidence', '--task', task, '--out-dir', 'reports/agent_loop/copy');
    assert.deepEqual([copied.code, existsSync(join(mam.repository, 'reports/agent_loop/copy/evidence.md'))], [0, true]);

    const path = join(mam.repository, evidence, task, 'evidence.json');
    const text = await readFile(path, 'utf8');
    assert.equal((await mam.run('evidence', 'verify')).code, 0);
    await writeFile(path, text.replace('"status": "passed"', '"status": "approved"'));
    const edited = await mam.run('evidence', 'verify');
    assert.deepEqual([edited.code, edited.out.includes(`Edited: gate_evidence/${task}/evidence.json`)], [1, true]);
    await writeFile(path, text);
    assert.equal((await mam.run('evidence', 'verify')).code, 0);

    assert.equal((await mam.run('ship', task)).code, 1);
    assert.equal((await mam.run('approve', task)).code, 0);
    const merged = await mam.run('merge', task, '--delete-branch');
    assert.equal(merged.code, 0, merged.err);
    assert.equal(await mam.git('branch', '--list', `feature/${task}-integration`), '');
    assert.match(
      await mam.git('for-each-ref', 'refs/mam/rescue/branch'),
      new RegExp(`branch/feature/${task}-integration/`),
    );

    const db = new DatabaseSync(join(mam.repository, '.git/mam/mam.db'));
    db.exec(`UPDATE events SET data = replace(data, 'pass', 'path') WHERE type = 'verdictGiven'`);
    db.close();
    const forged = await mam.run('evidence', 'verify');
    assert.deepEqual([forged.code, /First broken event: \d+/.test(forged.out)], [1, true], forged.out);
  });
});
