import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hidden, verbs } from '../../../src/cli/verbs.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const task = 'T-2026-0001';

/** For each verb that prints JSON, what makes it say something about a repository in which nothing was started. */
const calls: Readonly<Record<string, readonly string[]>> = {
  status: [],
  lease: ['list'],
  session: [],
  job: [],
  breach: ['list'],
  rescue: ['list'],
  'active-apply': [],
  evidence: ['verify'],
  'gate-evidence': ['--task', task],
  'privacy-audit-output': [],
  'agent-mix-report': [],
  'queue-plan': [],
  'queue-recommendations': [],
  autotune: [],
  pool: [],
  board: [],
  'overlap-preflight': ['--issue', '9', '--branch', 'feat/issue-9-x'],
  preflight: ['--task', task],
  'handoff-check': ['--task', task],
  validate: [],
  'suggest-validation': [],
  'classify-surface': ['--from-git'],
  'claim-policy': ['--from-git'],
  'claim-audit': ['claim.txt'],
  'pr-body': ['--from-git'],
  'pr-body-check': ['claim.txt'],
  'branch-issue-hygiene': [],
  'auto-pass-check': [],
  'active-loop': [],
  'active-start': [],
  'active-codex-runner': [],
  'agent-turn': ['--session-id', 'reviewer', '--role', 'Reviewer'],
  'readiness-score': ['--from-git'],
  'ship-simulate': ['--from-git'],
  'auto-ship-plan': ['--from-git'],
  'approval-packet': ['--from-git'],
  dashboard: ['--from-git'],
  'loop-state': ['--from-git'],
  'gate-status': ['--from-git'],
  'hand-in': [],
  transcript: [],
  heartbeat: ['--session', 'reviewer', '--role', 'Reviewer', '--status', 'reading'],
  event: ['progress', '--pass', '.mam/jobs/job-1/1/pass.json', '--text', 'halfway'],
  completion: ['bash'],
  worktree: ['--role', 'implementer', '--slug', 'x', '--issue', '9'],
  bus: [],
  config: [],
  doctor: [],
};

/** They speak of a run, which needs one; their own tests start it. Or they tell events line by line. */
const elsewhere = new Set(['start', '시작', 'loop', 'resume', 'gate', 'ship', 'abandon', 'import', 'watch', 'submit']);
const ofARun = new Set(['stop', 'return', 'approve', 'merge']);

/** Verbs under their own name. */
const printing: string[] = [];
const silent: string[] = [];
for (const [name, load] of Object.entries(verbs)) {
  const verb = await load();
  if (verb.name !== name || hidden.has(name)) continue;
  if (!('json' in verb.options)) silent.push(name);
  else if (!elsewhere.has(name) && !ofARun.has(name)) printing.push(name);
}

/** Every problem in an answer, however deep. */
const problemsIn = (value: unknown): readonly object[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...('code' in value && typeof value.code === 'string' && /^\w+\.\w+$/.test(value.code) ? [value] : []),
        ...Object.values(value).flatMap(problemsIn),
      ];

describe('every verb with --json', function () {
  // Real processes, one after another.
  this.timeout(120_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    mam.env['LC_ALL'] = 'ko_KR.UTF-8';
    await writeFile(join(mam.repository, 'claim.txt'), 'Faster.');
    const pass = { job: 'job-1', attempt: 1, token: 'x'.repeat(43), spool: join(mam.repository, '.git/mam/spool') };
    await mkdir(pass.spool, { recursive: true });
    const folder = join(mam.repository, '.mam/jobs/job-1/1');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'pass.json'), JSON.stringify(pass));
  });
  after(() => mam.dispose());

  it('is every verb that the help shows', () => assert.deepEqual(silent, []));

  for (const name of printing)
    it(`${name} prints one object, and problems in the one form`, async () => {
      const args = calls[name];
      assert.ok(args, `${name} is not in the table`);
      const ended = await mam.run(name, ...args, '--json');
      assert.ok(ended.code === 0 || ended.code === 1, ended.err);
      const lines = ended.out.split('\n');
      assert.deepEqual([lines.length, lines[1]], [2, ''], ended.out + ended.err);
      const answer: unknown = JSON.parse(lines[0] ?? '');
      assert.equal(typeof answer, 'object');
      for (const one of problemsIn(answer)) {
        const names = Object.keys(one).filter((key) => key !== 'severity');
        assert.deepEqual(names, ['code', 'sentence'], JSON.stringify(one));
        assert.doesNotMatch(JSON.stringify(one), /[가-힣]/, 'in English');
      }
    });

  it('active-codex-runner --mode patch prints one object', async () => {
    const ended = await mam.run('active-codex-runner', '--mode', 'patch', '--json');
    assert.ok(ended.code === 0 || ended.code === 1, ended.err);
    assert.equal(JSON.parse(ended.out).mode, 'patch');
  });

  it('answers with the error when there is nothing else to answer', async () => {
    for (const args of [['approve'], ['lease', 'nothing'], ['claim-audit', 'none.md']]) {
      const ended = await mam.run(...args, '--json');
      const [, code = ''] = /\[([\w.]+)\]\n$/.exec(ended.err) ?? [];
      assert.deepEqual([args, JSON.parse(ended.out).error?.code], [args, code], ended.out + ended.err);
    }
  });

  it('names a queue that is not there, in whatever needs it', async () => {
    await rm(join(mam.repository, 'tasks/queue.md'));
    for (const args of [
      ['start'],
      ['handoff-check', '--task', task],
      ['preflight', '--task', task],
      ['auto-pass-check', '--task', task],
    ]) {
      const ended = await mam.run(...args);
      assert.deepEqual(
        [args, ended.code, ended.err.includes('[queue.missing]')],
        [args, 1, true],
        ended.out + ended.err,
      );
    }
  });
});

describe('the verbs of a run with --json', function () {
  // Real processes, one after another.
  this.timeout(120_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    const steps = [{ waitFor: join(mam.folder, 'go') }, { work: true }];
    const script = JSON.stringify([{ on: { kind: 'implement' }, steps }]);
    const goal = `Wait.\n\n\`\`\`rehearsal\n${script}\n\`\`\``;
    await mam.setQueue(queueText({ id: task, claims: '`README.md`', checks: ['node --test'], goal }));
  });
  after(() => mam.dispose());

  /** The one object that a verb prints, without what differs from run to run. */
  const told = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const ended = await mam.run(...args, '--json');
    assert.equal(ended.code, 0, ended.out + ended.err);
    return JSON.parse(ended.out);
  };
  /** The last words of the command that goes on with it. */
  const nextOf = ({ next }: Record<string, unknown>): string => /mam (.*)"\]$/.exec(JSON.stringify(next))?.[1] ?? '';

  it('stop, return, approve and merge say what is so now', async () => {
    const started = mam.start('start', '--agents', 'rehearsal', '--allow-check', 'node --test');
    await started.shows('Implementer started');
    const stopped = await told('stop');
    await started.ended;
    assert.deepEqual(Object.keys(stopped), ['loop', 'state', 'runs', 'next']);
    const [one] = Array.isArray(stopped['runs']) ? stopped['runs'] : [];
    assert.deepEqual([stopped['state'], one.task, one.phase, nextOf(stopped)], ['ended', task, 'stopped', 'resume']);

    await writeFile(join(mam.folder, 'go'), '');
    const { run } = one;
    assert.equal((await mam.run('resume')).code, 0);
    const returned = await told('return', task, '--comments', 'Shorter.');
    assert.equal(nextOf(returned), 'resume');
    assert.deepEqual({ ...returned, next: 0 }, { task, run, decision: 'returned', owner: null, next: 0 });
    assert.equal((await mam.run('resume')).code, 0);
    const approved = await told('approve', task);
    const head = approved['head'];
    assert.match(String(head), /^[0-9a-f]{40}$/);
    assert.equal(nextOf(approved), `merge ${task}`);
    assert.deepEqual({ ...approved, next: 0 }, { task, run, head, commit: head, decision: 'approved', next: 0 });
    const merged = await told('merge', task);
    assert.deepEqual(merged, { task, run, base: 'refs/heads/main', head, merged: true, deletedBranch: null });
    const again = await told('merge', task, '--delete-branch');
    assert.deepEqual({ ...again, deletedBranch: 0 }, { ...merged, deletedBranch: 0 });
    assert.match(String(again['deletedBranch']), /T-2026-0001/);
  });
});
