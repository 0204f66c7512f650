import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeGh } from '../../fakes/scriptedGh.ts';
import type { ForgeWorld } from '../../fakes/memoryForge.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const branch = 'feat/issue-9-x';

describe('mam overlap-preflight', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());

  const ask = (...more: readonly string[]) =>
    mam.run('overlap-preflight', '--issue', '#9', '--branch', branch, ...more);
  /** Codes in front of sentences. */
  const codesOf = (list: readonly { readonly code: string }[]) => list.map((one) => one.code);

  it('takes what is wrong with its words for wrong usage', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['overlap-preflight', '--issue', '9'], /\[cli\.overlapAbout\]/],
      [['overlap-preflight', '--issue', 'nine', '--branch', branch], /\[cli\.badIssue\]/],
      [['overlap-preflight', '--issue', '9', '--branch', 'a..b'], /\[branch\.unfit\]/],
      [['overlap-preflight', '--issue', '9', '--branch', 'main'], /\[branch\.protected\]/],
      [['overlap-preflight', '--issue', '9', '--branch', branch, '--out', '/tmp/x.md'], /\[cli\.outOutside\]/],
      [
        ['overlap-preflight', '--issue', '9', '--branch', branch, '--json-out', 'reports/other.json'],
        /\[cli\.outOutside\]/,
      ],
    ];
    for (const [args, err] of cases) {
      const ended = await mam.run(...args);
      assert.equal(ended.code, 2, ended.out + ended.err);
      assert.match(ended.err, err);
    }
  });

  it('looks at what is here when there is no forge, and writes reports where they belong', async () => {
    await mkdir(join(mam.repository, 'reports/agent_loop'), { recursive: true });
    const ended = await ask('--json', '--out', 'reports/agent_loop/o.md', '--json-out', 'reports/agent_loop/o.json');
    assert.equal(ended.code, 0, ended.err);
    const data = JSON.parse(ended.out);
    assert.deepEqual(
      [
        data.schema_version,
        data.issue,
        data.branch,
        data.result,
        data.current_branch,
        data.base,
        data.open_prs,
        data.worktrees,
      ],
      [1, '9', branch, 'warn', 'main', 'main', null, []],
    );
    assert.deepEqual([codesOf(data.blockers), codesOf(data.warnings)], [[], ['forge.none']]);
    assert.deepEqual(JSON.parse(await readFile(join(mam.repository, 'reports/agent_loop/o.json'), 'utf8')), data);
    const report = await readFile(join(mam.repository, 'reports/agent_loop/o.md'), 'utf8');
    assert.match(report, /^# Overlap Preflight\n\n- Issue: #9\n/);
    assert.match(report, /\[forge\.none\]/);
  });

  it('takes issue and branch from the checkout that it stands in, unless that is for another issue', async () => {
    await mam.git('checkout', '-q', '-b', 'feat/issue-13-y');
    try {
      for (const args of [[], ['--issue', '13']]) {
        const data = JSON.parse((await mam.run('overlap-preflight', '--json', ...args)).out);
        assert.deepEqual([data.issue, data.branch], ['13', 'feat/issue-13-y']);
      }
      const other = await mam.run('overlap-preflight', '--issue', '14');
      assert.deepEqual([other.code, /\[cli\.overlapAbout\]/.test(other.err)], [2, true], other.err);
    } finally {
      await mam.git('checkout', '-q', 'main');
      await mam.git('branch', '-q', '-D', 'feat/issue-13-y');
    }
  });

  it('is blocked by another checkout of the issue, and names it without a path of this machine', async () => {
    await mam.git('worktree', 'add', '-q', '-b', 'fix/issue-9-y', join(mam.folder, 'other'));
    try {
      const ended = await ask();
      assert.equal(ended.code, 1, ended.err);
      assert.match(ended.out, /Something is in the way\.\n.*…\/other.*fix\/issue-9-y.*\[overlap\.otherWorktree\]/);
      assert.ok(!ended.out.includes(mam.folder));
    } finally {
      await mam.git('worktree', 'remove', '--force', join(mam.folder, 'other'));
      await mam.git('branch', '-D', 'fix/issue-9-y');
    }
  });

  it('asks gh of the PATH when a remote is on GitHub', async () => {
    const world: ForgeWorld = { issues: { 9: 'closed' }, pullRequests: [], files: {} };
    await writeGh(join(mam.folder, 'gh'), world);
    await mam.git('remote', 'add', 'origin', 'https://github.com/example/example.git');
    mam.env['PATH'] = `${join(mam.folder, 'gh')}:${mam.env['PATH']}`;
    const ended = await ask('--json');
    assert.equal(ended.code, 1, ended.err);
    assert.deepEqual(codesOf(JSON.parse(ended.out).blockers), ['overlap.issueClosed']);
    mam.env['MAM_FORGE'] = 'none';
    assert.equal((await ask('--json')).code, 0);
  });
});
