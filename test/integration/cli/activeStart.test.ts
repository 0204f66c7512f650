import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';
import type { ForgeWorld } from '../../fakes/memoryForge.ts';
import { callsOf, writeGh } from '../../fakes/scriptedGh.ts';

const task = 'T-2026-0014';
const branch = 'chore/issue-4242-t-2026-0014-add-retry-to-fetcher-v2';

describe('mam active-start and the reports', () => {
  let mam: MamCommand;
  const at = (path: string): string => join(mam.repository, path);
  const read = (path: string): Promise<string> => readFile(at(path), 'utf8');
  const codesOf = (list: readonly { readonly code: string }[]) => list.map((one) => one.code);

  before(async () => {
    mam = await createMamCommand();
    const world: ForgeWorld = { issues: { 4241: 'closed' }, pullRequests: [], files: {} };
    await writeGh(join(mam.folder, 'gh'), world);
    await mam.git('remote', 'add', 'origin', 'https://github.com/example/example.git');
    mam.env['PATH'] = `${join(mam.folder, 'gh')}:${mam.env['PATH']}`;
    await mam.setQueue(queueText({ id: task, title: 'Add retry to fetcher (v2)', claims: '`docs/new.md`' }));
  });
  after(() => mam.dispose());

  const issuesMade = async (): Promise<number> =>
    (await callsOf(join(mam.folder, 'gh'))).filter(({ args }) => args[0] === 'issue' && args[1] === 'create').length;

  it('takes what is wrong with its words for wrong usage', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['active-start', '--mode', 'fast'], /\[cli\.badMode\]/],
      [['active-start', '--repair-branch', '--repair-branch-type', 'a/b'], /\[cli\.badBranchType\]/],
      [['active-start', '--topology', 'none'], /\[topology\./],
      [['active-start', '--out', '/tmp/x.md'], /\[cli\.outOutside\]/],
      [['auto-ship-plan', '--ttl', '2x'], /\[plan\.badTtl\]/],
      [['auto-ship-plan', '--real-eval', 'now'], /\[cli\.badEvaluation\]/],
      [['readiness-score', '--pr', 'x'], /\[cli\.badPullRequest\]/],
      [['gate-status', '--out', 'reports/other.md'], /\[cli\.outOutside\]/],
    ];
    for (const [args, err] of cases) {
      const ended = await mam.run(...args);
      assert.equal(ended.code, 2, ended.out + ended.err);
      assert.match(ended.err, err);
    }
  });

  it('starts on main without touching a branch or the forge', async () => {
    const ended = await mam.run('active-start', '--json');
    assert.equal(ended.code, 0, ended.out + ended.err);
    const data = JSON.parse(ended.out);
    assert.deepEqual(
      [data.decision, data.tick, data.task_id, data.branch, data.issue],
      ['started', 'blocked', task, 'main', null],
    );
    assert.ok(codesOf(data.tick_blockers).includes('tick.notIssueBranch'));
    assert.equal((await mam.git('branch', '--show-current')).trim(), 'main');
    assert.equal(await mam.git('status', '--porcelain'), '');
    for (const path of data.artifacts) assert.ok((await read(path)).length > 0, path);
  });

  it('opens an issue and makes its branch once, and the second time nothing more', async () => {
    const first = await mam.run('active-start', '--repair-branch', '--json', '--out', 'reports/agent_loop/s.md');
    assert.equal(first.code, 0, first.out + first.err);
    assert.equal(JSON.parse(first.out).branch, branch);
    assert.equal((await mam.git('branch', '--show-current')).trim(), branch);
    const body = await read('reports/agent_loop/pr_body.md');
    assert.match(body, /\n\nCloses #4242\n/);
    const report = await read('reports/agent_loop/s.md');
    assert.match(report, /^# Active Start\n/);
    assert.equal(report, await read('reports/agent_loop/active/start.md'));
    const again = await mam.run('active-start', '--repair-branch', '--json');
    assert.equal(again.code, 0, again.out + again.err);
    assert.deepEqual([JSON.parse(again.out).branch, await issuesMade()], [branch, 1]);
    assert.equal(await read('reports/agent_loop/pr_body.md'), body);
    assert.equal(await mam.git('status', '--porcelain'), '');
    assert.deepEqual(JSON.parse((await mam.run('privacy-audit-output', '--json')).out).result, 'pass');
  });

  it('names a next command that runs as it is printed, about the same change', async () => {
    const words = (command: string): readonly string[] =>
      command
        .split(' ')
        .slice(1)
        .map((word) => word.replace('--execute', '--dry-run'));
    const folder = at('docs');
    await mkdir(folder, { recursive: true });
    const change = ['--changed-files', 'changed.txt'];
    await writeFile(join(folder, 'changed.txt'), 'docs/a.md\n');
    const clean = JSON.parse((await mam.runIn(folder, 'active-start', ...change, '--task', task, '--json')).out);
    assert.match(clean.next_safe_command, / --execute$/, JSON.stringify(clean.tick_blockers));
    const tick = await mam.runIn(folder, ...words(clean.next_safe_command), '--json');
    assert.equal(tick.code, 0, tick.out + tick.err);
    const data = JSON.parse(tick.out);
    assert.deepEqual(
      [data.task_id, data.issue, data.branch, data.changed_files],
      [task, '4242', branch, ['docs/a.md']],
    );
    await rm(join(folder, 'changed.txt'));
    await mam.git('switch', '--quiet', 'main');
    const onMain = JSON.parse((await mam.run('active-start', '--issue', '7', '--json')).out);
    const next = await mam.run(...words(onMain.next_safe_command));
    assert.equal(next.code, 0, onMain.next_safe_command + next.err);
  });

  it('plans a ship of documents', async () => {
    await mam.git('switch', '--quiet', '--create', 'feat/issue-9-x', 'main');
    await writeFile(at('changed.txt'), 'docs/a.md\n');
    try {
      const plan = (...more: readonly string[]) =>
        mam.run('auto-ship-plan', '--changed-files', 'changed.txt', '--json', ...more);
      const rehearsal = await plan('--dry-run');
      assert.equal(rehearsal.code, 0, rehearsal.err);
      const data = JSON.parse(rehearsal.out);
      assert.deepEqual(
        [data.decision, data.variables],
        ['dry-run-first', ['TTL=2h', 'REAL_EVAL=skip', 'DRAFT=false', 'DRY_RUN=1']],
      );
      assert.equal(JSON.parse((await plan()).out).decision, 'arm-ready-auto-ship');
      const stranger = await plan('--task', 'T-2026-0099');
      assert.deepEqual([stranger.code, codesOf(JSON.parse(stranger.out).blockers)], [1, ['tick.unknownTask']]);
      await mkdir(at('.claude'), { recursive: true });
      await writeFile(at('.claude/.ship-armed'), '');
      const armed = await plan();
      assert.deepEqual([armed.code, codesOf(JSON.parse(armed.out).blockers)], [1, ['plan.armed']]);
    } finally {
      await rm(at('.claude/.ship-armed'), { force: true });
    }
  });

  it('shows each report, writes it where it belongs, and gives it to programs', async () => {
    const verbs: readonly (readonly [string, number, RegExp, string])[] = [
      ['readiness-score', 0, /^# Readiness Score\n/, 'score'],
      ['ship-simulate', 0, /^# Ship Simulation\n/, 'would_stop_before'],
      ['approval-packet', 0, /^# Approval Packet\n/, 'auto_pass'],
      ['dashboard', 0, /^# Agent Loop Dashboard\n/, 'continuation'],
      ['loop-state', 0, /^\{\n/, 'continuation'],
      ['gate-status', 0, /^# Gate Status\n/, 'gate'],
    ];
    for (const [verb, code, text, field] of verbs) {
      const out = `reports/agent_loop/${verb}.out`;
      const ended = await mam.run(verb, '--changed-files', 'changed.txt', '--out', out, '--json');
      assert.equal(ended.code, code, verb + ended.err);
      assert.match(await read(out), text);
      assert.ok(field in JSON.parse(ended.out), verb);
    }
    await rm(at('changed.txt'));
    const blocked = await mam.run('readiness-score');
    assert.equal(blocked.code, 1, blocked.err);
    assert.match(blocked.out, /\[readiness\.noFiles\]/);
  });

  it('takes what a branch made by hand holds for its change, committed or not', async () => {
    await mam.git('switch', '--quiet', '--create', 'feat/issue-12-sum', 'main');
    await mkdir(at('docs'), { recursive: true });
    await writeFile(at('docs/sum.md'), '# Sum\n');
    await mam.git('add', 'docs/sum.md');
    await mam.git('commit', '--quiet', '--message', 'Add sum');
    await writeFile(at('docs/open.md'), '# Open\n');
    await writeFile(at('list.txt'), 'docs/named.md\n');
    const filesOf = async (...more: readonly string[]) =>
      JSON.parse((await mam.run('loop-state', '--json', ...more)).out);
    assert.deepEqual((await filesOf()).surface.matched_files, ['docs/open.md', 'docs/sum.md', 'list.txt']);
    const listed = await filesOf('--changed-files', 'list.txt', '--from-git');
    assert.deepEqual(listed.surface.matched_files, ['docs/named.md', 'docs/open.md']);
    await rm(at('list.txt'));
    assert.match((await mam.run('pr-body')).out, /## Affected files\n\n- `docs\/open\.md`\n- `docs\/sum\.md`\n/);
    const tick = JSON.parse((await mam.run('active-loop', '--json')).out);
    assert.deepEqual(tick.changed_files, ['docs/sum.md'], 'a tick claims nothing that is not committed by itself');
    const started = JSON.parse((await mam.run('active-start', '--task', task, '--json')).out);
    assert.deepEqual(started.changed_files, ['docs/sum.md']);
    await rm(at('docs/open.md'));
    await mam.git('switch', '--quiet', 'main');
  });

  it('suggests one validation, whichever verb is asked, and reads the list of follow-ups', async () => {
    await writeFile(at('changed.txt'), 'docs/a.md\n');
    const suggested = JSON.parse((await mam.run('suggest-validation', '--changed-files', 'changed.txt', '--json')).out);
    const lines = suggested.commands.map((one: { readonly line: string }) => one.line);
    const state = JSON.parse((await mam.run('loop-state', '--changed-files', 'changed.txt', '--json')).out);
    assert.deepEqual([lines, state.validation_suggestions], [['git diff --check'], ['git diff --check']]);
    const missing = await mam.run('gate-status', '--review-followups', 'nope.md');
    assert.deepEqual([missing.code, /\[cli\.fileMissing\]/.test(missing.err)], [2, true], missing.err);
    const gateWith = async (text: string): Promise<string> => {
      await writeFile(at('followups.md'), text);
      const about = ['--changed-files', 'changed.txt', '--review-followups', 'followups.md'];
      return JSON.parse((await mam.run('gate-status', ...about, '--json')).out).gate;
    };
    assert.equal(await gateWith('1. Fix the race\n'), 'review-followup');
    assert.notEqual(await gateWith('1. [x] Fix the race\n'), 'review-followup');
    await rm(at('changed.txt'));
    await rm(at('followups.md'));
  });

  it('leaves the text of another worktree alone, and says where its reports are', async () => {
    const tree = join(mam.folder, 'tree');
    await mam.git('worktree', 'add', '--quiet', '-b', 'feat/issue-13-more', tree, 'main');
    const body = await read('reports/agent_loop/pr_body.md');
    const ended = await mam.runIn(tree, 'active-start', '--task', task);
    assert.equal(ended.code, 0, ended.out + ended.err);
    assert.ok(ended.out.includes(` reports are in ${at('reports/agent_loop/active')}.`), ended.out);
    assert.equal(await read('reports/agent_loop/pr_body.md'), body);
    assert.match(await read('reports/agent_loop/pr_body/feat-issue-13-more.md'), /\n\nCloses #13\n/);
    const named = /(\S*pr_body\/feat-issue-13-more\.md|'[^']*pr_body\/feat-issue-13-more\.md) is a draft/.exec(
      ended.out,
    );
    assert.ok(named, ended.out);
    await mam.git('worktree', 'remove', '--force', tree);
  });

  it('shows the commands of lanes and starts none', async () => {
    const ended = await mam.run('start', '--runner', 'dry-run', '--agents', 'codex', '--task', task, '--json');
    assert.equal(ended.code, 0, ended.out + ended.err);
    const { lanes, tasks } = JSON.parse(ended.out);
    assert.deepEqual(tasks, [task]);
    assert.deepEqual(lanes[0].argv.slice(0, 2), ['codex', 'exec']);
    assert.equal((await mam.git('worktree', 'list')).trim().split('\n').length, 1);
    assert.equal((await mam.run('start', '--runner', 'omc')).code, 2);
    const held = await mam.run('start', '--runner', 'dry-run', '--agents', 'claude', '--task', task);
    assert.deepEqual([held.code, /\[lane\.needsFullAccess\]/.test(held.out)], [1, true], held.out + held.err);
  });

  it('names a queue that is not there, and still reports', async () => {
    await rm(at('tasks/queue.md'));
    const ended = await mam.run('active-start', '--json');
    assert.equal(ended.code, 1, ended.out + ended.err);
    assert.deepEqual(codesOf(JSON.parse(ended.out).blockers), ['queue.missing']);
    assert.match(await read('reports/agent_loop/active/start.md'), /- Start: blocked\n/);
    await mam.git('checkout', '--quiet', '--', 'tasks/queue.md');
  });
});
