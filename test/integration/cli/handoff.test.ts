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
    await mam.setQueue(`# Queue

## T-2026-0001 - Bare

- Status: ready

## T-2026-0002 - Noted

- Status: ready
- Claims: src/a.ts

### Validation Commands

\`\`\`sh
npm test
make all
\`\`\`
`);
  });
  after(() => mam.dispose());

  it('takes what is wrong with its words for wrong usage', async () => {
    for (const [args, code] of [
      [[], 'cli.needsTask'],
      [['--task', 'T-1'], 'cli.badTask'],
      [['--task', 'T-2026-0001', '--pr', 'x'], 'cli.badPullRequest'],
      [['--task', 'T-2026-0001', '--plan', '/etc/passwd'], 'cli.inputOutside'],
      [['--task', 'T-2026-0001', '--changed-files', 'none.txt'], 'cli.fileMissing'],
      [['--task', 'T-2026-0001', '--out', './x.md'], 'cli.outOutside'],
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

  it('is part of the preflight, with the files, the checks and who else is there', async () => {
    const args = ['--task', 'T-2026-0002', '--write-prompts', '--json'];
    const ended = await mam.run('preflight', ...args);
    assert.equal(ended.code, 0, ended.err);
    const data = JSON.parse(ended.out);
    assert.deepEqual(
      [data.handoff.ok, data.claims, data.checks, data.overlap],
      [
        true,
        ['src/a.ts'],
        [
          { line: 'npm test', allowed: true },
          { line: 'make all', allowed: false },
        ],
        'not-run',
      ],
    );
    const prompt = await readFile(join(mam.repository, 'reports/agent_loop/codex_tasks/T-2026-0002.md'), 'utf8');
    assert.match(
      prompt,
      /^# T-2026-0002 - Noted\n[\s\S]*- `src\/a\.ts`[\s\S]*- `npm test`[\s\S]*T-2026-0002-noted\.md/,
    );
    const bare = await mam.run('preflight', '--task', 'T-2026-0001');
    assert.deepEqual([bare.code, bare.out.includes('[handoff.none]')], [1, true], bare.err);
    await mam.git('checkout', '-q', '-b', 'feat/issue-9-x');
    const warned = await mam.run('preflight', '--task', 'T-2026-0002');
    assert.deepEqual(
      [warned.code, /Overlap: with warnings\n[\s\S]*Warnings:\n.*\[forge\.none\]/.test(warned.out)],
      [0, true],
      warned.out,
    );
    assert.match(warned.out, /Claimed files: src\/a\.ts\nChanged files: -\n/);
    await mam.git('worktree', 'add', '-q', '-b', 'fix/issue-9-y', join(mam.folder, 'other'));
    const taken = await mam.run('preflight', ...args);
    assert.deepEqual([taken.code, JSON.parse(taken.out).overlap], [1, 'blocked'], taken.err);
    assert.match(taken.out, /overlap\.otherWorktree/);
  });

  it('names what is not there: the task, the queue', async () => {
    const unknown = await mam.run('handoff-check', '--task', 'T-2026-0009');
    assert.deepEqual([unknown.code, unknown.err.includes('[tick.unknownTask]')], [1, true], unknown.err);
    await rm(join(mam.repository, 'tasks/queue.md'));
    const missing = await mam.run('handoff-check', '--task', 'T-2026-0001');
    assert.deepEqual([missing.code, missing.err.includes('[queue.missing]')], [1, true], missing.err);
  });
});
