import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam audit', () => {
  let mam: MamCommand;
  let reports: string;
  before(async () => {
    mam = await createMamCommand();
    reports = join(mam.repository, 'reports/agent_loop');
  });
  after(() => mam.dispose());

  it('passes where nothing was made, and says what it looked at', async () => {
    const ended = await mam.run('privacy-audit-output', '--json');
    assert.deepEqual(
      [ended.code, JSON.parse(ended.out)],
      [0, { target: 'reports/agent_loop', result: 'pass', findings: [], unreadable: [] }],
    );
  });

  it('fails with every finding, after the report is written', async () => {
    await mkdir(join(reports, 'a'), { recursive: true });
    await writeFile(join(reports, 'a/b.md'), 'at /home/kim/x');
    await writeFile(join(reports, 'b.log'), 'at /home/kim/x');
    await writeFile(join(mam.repository, 'outside.md'), '/home/kim/x');
    await symlink('../../outside.md', join(reports, 'link.md'));
    await symlink('..', join(reports, 'a/up'));
    const ended = await mam.run('audit', '--out', 'reports/agent_loop/privacy_audit.md', '--json');
    assert.deepEqual(
      [ended.code, JSON.parse(ended.out)],
      [
        1,
        {
          target: 'reports/agent_loop',
          result: 'fail',
          findings: [{ file: 'a/b.md', issue: 'absolute local path' }],
          unreadable: ['link.md'],
        },
      ],
    );
    assert.doesNotMatch(await mam.git('status', '--porcelain'), /reports/, 'git leaves the reports alone');
    const report = await readFile(join(reports, 'privacy_audit.md'), 'utf8');
    assert.match(report, /^# Privacy Audit\n\n- Target: `reports\/agent_loop`\n- Result: fail\n- Finding count: 2\n/);
    const again = await mam.run('audit');
    assert.deepEqual([again.code, again.out.startsWith('# Privacy Audit')], [1, true]);
  });

  it('stays inside the repository, links followed, and writes nowhere else than below the reports', async () => {
    await symlink(mam.folder, join(mam.repository, 'way-out'));
    for (const [args, code] of [
      [['--path', '..'], 'cli.pathOutside'],
      [['--path', '/'], 'cli.pathOutside'],
      [['--path', 'way-out'], 'cli.pathOutside'],
      [['--path', 'reports/agent_lop'], 'cli.pathMissing'],
      [['--out', './audit.md'], 'cli.outOutside'],
      [['--out', 'reports/agent_loop'], 'cli.outOutside'],
      [['--out', 'reports/agent_loop/active/events.jsonl'], 'cli.outOwn'],
      [['--out', 'reports/agent_loop/Active/assignments/x.md'], 'cli.outOwn'],
      [['--out', 'reports/agent_loop/../x.md'], 'cli.outOutside'],
    ] as const) {
      const ended = await mam.run('audit', ...args);
      assert.deepEqual([args, ended.code, ended.err.includes(`[${code}]`)], [args, 2, true], ended.err);
    }
    await mam.run('audit', '--out', 'named.md');
    assert.match(await readFile(join(reports, 'named.md'), 'utf8'), /^# Privacy Audit/);
    const inside = await mam.run('audit', '--path', 'reports/agent_loop/a/b.md');
    assert.equal(inside.code, 1, inside.out + inside.err);
  });
});
