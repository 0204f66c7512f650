import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usualHandoff } from '../../../src/core/handoff/usualRules.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const notes = usualHandoff.fields
  .filter((field) => field.when === undefined)
  .map(({ label }) => `- ${label}: seen and run`)
  .join('\n');

describe('mam handoff-check', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await mam.setQueue(
      '# Queue\n\n## T-2026-0001 - Bare\n\n- Status: ready\n\n## T-2026-0002 - Noted\n\n- Status: ready\n',
    );
  });
  after(() => mam.dispose());

  it('takes what is wrong with its words for wrong usage', async () => {
    for (const [args, code] of [
      [[], 'cli.badTask'],
      [['--task', 'T-1'], 'cli.badTask'],
      [['--task', 'T-2026-0001', '--pr', 'x'], 'cli.badPullRequest'],
      [['--task', 'T-2026-0001', '--plan', '/etc/passwd'], 'cli.inputOutside'],
      [['--task', 'T-2026-0001', '--changed-files', 'none.txt'], 'cli.fileMissing'],
      [['--task', 'T-2026-0001', '--out', 'x.md'], 'cli.outOutside'],
    ] as const) {
      const ended = await mam.run('handoff-check', ...args);
      assert.deepEqual([args, ended.code, ended.err.includes(`[${code}]`)], [args, 2, true], ended.err);
    }
  });

  it('fails without notes, and writes the report all the same', async () => {
    const out = 'reports/agent_loop/handoff_check.md';
    const ended = await mam.run('handoff-check', '--task', 'T-2026-0001', '--json', '--out', out);
    assert.equal(ended.code, 1, ended.err);
    const data = JSON.parse(ended.out);
    assert.deepEqual([data.result, data.heading, data.missing.length, data.plan], ['fail', null, 14, null]);
    assert.match(await readFile(join(mam.repository, out), 'utf8'), /^# Handoff Check\n[\s\S]*\[handoff\.none\]/);
  });

  it('passes with the notes of the plan that bears its id, and asks for more where something is measured', async () => {
    await mkdir(join(mam.repository, 'docs/plans'), { recursive: true });
    await writeFile(
      join(mam.repository, 'docs/plans/T-2026-0002-noted.md'),
      `# Plan\n\n## Session Handoff\n\n${notes}\n`,
    );
    const ended = await mam.run('handoff-check', '--task', 'T-2026-0002');
    assert.deepEqual([ended.code, ended.out.includes('docs/plans/T-2026-0002-noted.md')], [0, true], ended.err);
    await writeFile(join(mam.repository, 'changed.txt'), 'eval/run.py, src/a.ts\n');
    const measured = await mam.run(
      'handoff-check',
      '--task',
      'T-2026-0002',
      '--changed-files',
      'changed.txt',
      '--json',
    );
    assert.deepEqual([measured.code, JSON.parse(measured.out).missing], [1, ['Eval surface']], measured.err);
  });

  it('names what is not there: the task, the queue', async () => {
    const unknown = await mam.run('handoff-check', '--task', 'T-2026-0009');
    assert.deepEqual([unknown.code, unknown.err.includes('[queue.unknownTask]')], [1, true], unknown.err);
    await rm(join(mam.repository, 'tasks/queue.md'));
    const missing = await mam.run('handoff-check', '--task', 'T-2026-0001');
    assert.deepEqual([missing.code, missing.err.includes('[queue.missing]')], [1, true], missing.err);
  });
});
