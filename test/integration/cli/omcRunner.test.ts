import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutStamp } from '../../../src/app/projections/json.ts';
import { codexRunnerSchema } from '../../../src/protocol/ledger/codexRunner.ts';
import { omcCalls, omcRan, placeFakeOmc, type OmcPlan } from '../../builders/fakeOmc.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

const task = 'T-2026-0002';
const ledger = 'reports/agent_loop/active';
const own = 'omc_runs/omc-team';
const usual = 'patch_runs/implementer';
const busy = { total: 1, pending: 0, blocked: 0, in_progress: 1, completed: 0, failed: 0 };
const idle = { ...busy, in_progress: 0, pending: 1 };

describe('mam active-codex-runner --runner omc', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  let tools: string;
  before(async () => {
    mam = await createMamCommand();
    const started = await mam.run('start', '--task', task, '--agents', 'rehearsal', '--yes');
    assert.equal(started.code, 0, started.err + started.out);
    mam.env['ACTIVE_OMC_RUNNER_ACK'] = '1';
    mam.env['ANTHROPIC_API_KEY'] = 'not-for-workers';
  });
  after(() => mam.dispose());

  const team = (plan: OmcPlan = {}) => placeFakeOmc(mam, plan).then((folder) => (tools = folder));
  const run = async (...args: readonly string[]) => {
    const ended = await mam.run('active-codex-runner', '--runner', 'omc', '--json', '--task', task, ...args);
    return { code: ended.code, err: ended.err, told: JSON.parse(ended.out || '{}') };
  };
  const execute = (...args: readonly string[]) => run('--execute', ...args);
  const codesOf = (told: { readonly blockers: readonly { readonly code: string }[] }) =>
    told.blockers.map((one) => one.code);
  const artifact = async (folder: string) =>
    JSON.parse(await readFile(join(mam.repository, ledger, folder, 'patch_artifact.json'), 'utf8').catch(() => 'null'));
  const verdicts = async () => [(await artifact(own))?.verdict, (await artifact(usual))?.verdict];
  /** Nothing of a team is left: neither its worktrees nor its state. */
  const isGone = async () => {
    assert.equal((await mam.git('worktree', 'list')).includes('.omc/team'), false);
    for (const branch of (await mam.git('branch', '--list', 'omc-team/*', '--format=%(refname:short)')).split('\n'))
      if (branch !== '') await mam.git('branch', '-qD', branch);
  };

  it('renders the command of a dry run, and neither starts nor touches anything', async () => {
    await team();
    const planned = await run('--sessions', 'implementer');
    assert.deepEqual([planned.code, planned.told.decision], [0, 'planned'], planned.err);
    assert.deepEqual(planned.told.argv.slice(0, 4), ['omc', 'team', '1:codex', '--no-decompose']);
    assert.match(planned.told.argv[4], /^\[Implementer\] /);
    assert.deepEqual([await verdicts(), await omcCalls(tools)], [[undefined, undefined], []]);
  });

  it('writes the state that is asked for with --state as the ledger has it', async () => {
    await team();
    const ended = await run('--sessions', 'implementer', '--state', 'reports/agent_loop/own.json');
    assert.equal(ended.code, 0, ended.err);
    const text = (path: string) => readFile(join(mam.repository, path), 'utf8');
    const state = await text('reports/agent_loop/own.json');
    codexRunnerSchema.parse(JSON.parse(state));
    assert.equal(withoutStamp(state), withoutStamp(await text(`${ledger}/codex_runner_state.json`)));
  });

  it('starts nothing before a person said yes, and then nothing is proposed', async () => {
    await team();
    delete mam.env['ACTIVE_OMC_RUNNER_ACK'];
    assert.deepEqual(codesOf((await run()).told), ['omc.noAck']);
    assert.deepEqual(await verdicts(), [undefined, undefined]);
    assert.deepEqual(codesOf((await execute()).told), ['omc.noAck']);
    assert.deepEqual([await verdicts(), await omcCalls(tools)], [['blocked', 'blocked'], []]);
    mam.env['ACTIVE_OMC_RUNNER_ACK'] = ' yes ';
  });

  it('proposes what one worker committed, and takes back the passes of the task', async () => {
    const text = 'export {};\n// By a worker.\n';
    await team({ files: [{ 'src/format.js': text }], commits: true });
    const done = await execute('--sessions', 'implementer');
    assert.deepEqual([done.code, done.told.decision, done.told.team], [0, 'proposed', 'alpha'], JSON.stringify(done));
    for (const folder of [own, usual]) {
      const { verdict, agent, task_id, files, diff, wu } = await artifact(folder);
      assert.deepEqual([verdict, agent, task_id, files, wu], ['proposed', 'omc', task, ['src/format.js'], 1]);
      assert.match(diff, /^\+\/\/ By a worker\.$/m);
    }
    const [launch] = await omcCalls(tools);
    assert.ok(launch && !launch.args.includes('--auto-merge'));
    assert.equal(launch.env['ANTHROPIC_API_KEY'], undefined);
    assert.equal(launch.env['OMC_TEAM_WORKTREE_MODE'], 'branch');
    await isGone();
    assert.equal((await mam.run('approve', task)).code, 1);
    const state = JSON.parse(await readFile(join(mam.repository, ledger, 'codex_runner_state.json'), 'utf8'));
    assert.deepEqual([state.runner, state.verdict, state.auto_merge], ['omc', 'proposed', false]);
    const registry = JSON.parse(await readFile(join(mam.repository, ledger, 'session_registry.json'), 'utf8'));
    const reviewer = registry.sessions.find((one: { session_id: string }) => one.session_id === 'reviewer');
    assert.equal(reviewer.status, 'pending-omc-review');
    const audit = await mam.run('audit');
    assert.equal(audit.code, 0, audit.out);
  });

  it('leaves a proposal alone when it is only asked what it would do', async () => {
    const planned = await run('--sessions', 'implementer');
    assert.deepEqual([planned.code, await verdicts()], [0, ['proposed', 'proposed']]);
  });

  it('proposes nothing of a team that changed the configuration that all worktrees share', async () => {
    await team({
      files: [{ 'src/format.js': 'new\n' }],
      runs: [['git', 'config', 'core.fsmonitor', '/tmp/none']],
    });
    const done = await execute('--sessions', 'implementer');
    await mam.git('config', '--unset', 'core.fsmonitor');
    assert.deepEqual([done.code, codesOf(done.told)], [1, ['omc.breach']], JSON.stringify(done));
    assert.deepEqual(await verdicts(), ['blocked', 'blocked']);
    assert.match((await mam.run('breach')).out, /core\.fsmonitor/);
    await isGone();
  });

  it('takes no worker for a person, also behind a tmux server that hands on nothing of MAM’s', async () => {
    const program = join(import.meta.dirname, '../../../dist/bin/mam');
    const marked = [program, 'approve', task];
    const behind = ['env', '-u', 'MAM_LANE', 'OMC_TEAM_WORKER=alpha/worker-1', program, 'approve', task];
    await team({ runs: [marked, behind] });
    await execute('--sessions', 'implementer');
    const ran = await omcRan(tools);
    assert.equal(ran.length, 2);
    for (const { code, err } of ran) {
      assert.equal(code, 1);
      assert.match(err, /actor\.personOnly/);
    }
    await isGone();
  });

  it('never runs the repository’s omc, whatever the PATH says', async () => {
    await team();
    const planted = join(mam.repository, 'omc');
    await writeFile(planted, '#!/bin/sh\ntouch "$0.ran"\n');
    await chmod(planted, 0o755);
    const path = mam.env['PATH'];
    mam.env['PATH'] = `.:${path}`;
    const done = await execute('--sessions', 'implementer');
    mam.env['PATH'] = path;
    assert.equal(done.code, 0, JSON.stringify(done));
    await assert.rejects(readFile(`${planted}.ran`), { code: 'ENOENT' });
    const [launch] = await omcCalls(tools);
    assert.deepEqual(
      launch?.env['PATH']?.split(':').filter((folder) => !folder.startsWith('/')),
      [],
    );
    await rm(planted);
    await isGone();
  });

  for (const [what, plan, code] of [
    ['a file that the task does not claim', { files: [{ 'README.md': 'other\n' }] }, 'omc.outOfScope'],
    ['a secret', { files: [{ 'src/format.js': `const k = 'ghp_${'a1B2'.repeat(9)}';\n` }] }, 'patch.secret'],
    ['a place that is no worktree', { paths: ['/tmp'] }, 'omc.mergeBase'],
    ['the main checkout', { paths: ['.'] }, 'omc.mergeBase'],
    ['a failed task', { tasks: [{ ...idle, pending: 0, failed: 1 }] }, 'omc.teamFailed'],
    ['no start', { launchCode: 1 }, 'omc.launch'],
    ['no summary', { summaryCode: 3 }, 'omc.summary'],
  ] as const)
    it(`proposes nothing of a team with ${what}`, async () => {
      await team(plan);
      const done = await execute('--sessions', 'implementer');
      assert.equal(done.code, 1);
      assert.ok(codesOf(done.told).includes(code), JSON.stringify(done.told.blockers));
      assert.deepEqual(await verdicts(), ['blocked', 'blocked']);
      await isGone();
    });

  it('takes what is not committed, too, and looks in the usual place where none is named', async () => {
    await team({ files: [{ 'src/format.js': 'new\n', 'test/format.test.js': 'new\n' }], nameless: true });
    const done = await execute('--sessions', 'implementer');
    assert.deepEqual(
      [done.code, (await artifact(usual)).files],
      [0, ['src/format.js', 'test/format.test.js']],
      done.err,
    );
    assert.ok(done.told.warnings.some((one: { code: string }) => one.code === 'omc.derivedPath'));
    await isGone();
  });

  it('lets a person choose between two workers, and puts their proposals aside for the next team', async () => {
    await team({ files: [{ 'src/format.js': 'one\n' }, { 'src/format.js': 'two\n' }] });
    mam.env['OMC_MAX_WORKERS'] = '2';
    const done = await execute('--sessions', 'implementer', '--read-agent', 'auto');
    assert.deepEqual([done.code, codesOf(done.told)], [1, ['omc.selection']], JSON.stringify(done.told));
    for (const folder of [own, usual]) {
      const main = await artifact(folder);
      assert.deepEqual([main.verdict, main.needs_human_selection, main.worker_count], ['blocked', true, 2]);
    }
    const [first, second] = [await artifact(`${own}/worker-0`), await artifact(`${own}/worker-1`)];
    assert.deepEqual([first.verdict, second.verdict], ['proposed', 'proposed']);
    await isGone();
    await team({ files: [{ 'src/format.js': 'one\n' }, {}], noWorkers: true });
    const next = await execute('--sessions', 'implementer', '--read-agent', 'auto');
    assert.deepEqual([codesOf(next.told), await artifact(`${own}/worker-0`)], [['omc.noWorkers'], null]);
    for (const n of [1, 2])
      await mam.git('worktree', 'remove', '--force', join(mam.repository, `.omc/team/alpha/worktrees/worker-${n}`));
    await isGone();
  });

  it('ends without a proposal where nothing was changed, and warns of workers that may go on', async () => {
    await team({ shutdownFails: 2 });
    const done = await execute('--sessions', 'implementer');
    assert.deepEqual([done.code, done.told.decision, await verdicts()], [0, 'completed', ['blocked', 'blocked']]);
    const warned = done.told.warnings.map((one: { code: string }) => one.code);
    assert.deepEqual(warned, ['omc.shutdown', 'omc.stillRunning']);
    await mam.git('worktree', 'remove', '--force', join(mam.repository, '.omc/team/alpha/worktrees/worker-1'));
    await rm(join(mam.repository, '.omc'), { recursive: true });
    await isGone();
  });

  it('gives up a team in which nobody works, and one whose time is up', async () => {
    mam.env['MAM_OMC_IDLE_SECONDS'] = '1';
    await team({ tasks: [idle] });
    assert.deepEqual(codesOf((await execute('--sessions', 'implementer')).told), ['omc.stalled']);
    await isGone();
    await team({ tasks: [busy] });
    const late = await execute('--sessions', 'implementer', '--timeout-seconds', '2');
    assert.deepEqual(codesOf(late.told), ['omc.timeout']);
    delete mam.env['MAM_OMC_IDLE_SECONDS'];
    await isGone();
  });

  it('needs an assignment for every seat, and one task', async () => {
    await team();
    await mkdir(join(mam.repository, '.git/assigned'), { recursive: true });
    await writeFile(join(mam.repository, '.git/assigned/implementer.md'), ' \n');
    const empty = await run('--sessions', 'implementer', '--assignments-dir', '.git/assigned');
    assert.deepEqual(codesOf(empty.told), ['omc.assignment']);
    const other = await mam.run('active-codex-runner', '--runner', 'omc', '--json', '--task', 'T-2026-0009');
    assert.deepEqual(codesOf(JSON.parse(other.out)), ['omc.taskMismatch']);
    assert.deepEqual(await omcCalls(tools).then((calls) => calls.length), 0);
  });

  it('goes on with the team of a killed command, and shuts it down', async () => {
    await team({
      files: [{ 'src/format.js': 'new\n' }],
      tasks: [busy, busy, { ...busy, in_progress: 0, completed: 1 }],
    });
    const state = join(mam.repository, ledger, 'codex_runner_state.json');
    const first = mam.start('active-codex-runner', '--runner', 'omc', '--execute', '--sessions', 'implementer');
    await until('the team runs', async () => (await omcCalls(tools)).some(({ args }) => args[1] === 'api'), 30_000);
    const [status, told] = [await mam.run('status'), JSON.parse((await mam.run('status', '--json')).out)];
    assert.match(status.out, new RegExp(`^Team .*working, .*${task}$`, 'm'));
    assert.deepEqual(
      told.teams.map((one: { decision: string; task_id: string }) => [one.decision, one.task_id]),
      [['running', task]],
    );
    first.child.kill('SIGKILL');
    await first.ended;
    assert.deepEqual(await verdicts(), ['blocked', 'blocked']);
    const next = await execute('--sessions', 'implementer');
    assert.match(next.err, /comes to its end first/);
    const shut = (await omcCalls(tools)).filter(({ args }) => args[1] === 'shutdown');
    assert.equal(shut.length, 2, await readFile(state, 'utf8'));
    await isGone();
  });

  it('takes over a team that was being started when the command was killed', async () => {
    await team({ launchMs: 3000, files: [{ 'src/format.js': 'new\n' }] });
    const first = mam.start('active-codex-runner', '--runner', 'omc', '--execute', '--sessions', 'implementer');
    await until('the team is there', async () => (await mam.git('worktree', 'list')).includes('.omc/team'), 30_000);
    first.child.kill('SIGKILL');
    await first.ended;
    await team({ files: [{ 'src/format.js': 'newer\n' }] });
    const next = await execute('--sessions', 'implementer');
    assert.equal(next.code, 0, JSON.stringify(next.told));
    const calls = await omcCalls(tools);
    assert.equal(calls.filter(({ args }) => args[1] === 'shutdown').length, 2);
    assert.equal(calls.filter(({ args }) => args[1] === '1:codex').length, 1);
    await isGone();
  });
});
