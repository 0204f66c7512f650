import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

describe('sessions and jobs on the command line', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  beforeEach(async () => {
    mam = await createMamCommand({ sample: true });
  });
  afterEach(async () => {
    for (const one of await sessions())
      if (one.ended === null) assert.equal((await mam.run('session', 'stop', one.id)).code, 0);
    await mam.dispose();
  });

  interface Session {
    readonly id: string;
    readonly pid: number;
    readonly generation: number;
    readonly ended: object | null;
  }
  const sessions = async (): Promise<readonly Session[]> =>
    JSON.parse((await mam.run('session', 'status', '--json')).out).sessions;
  const create = async (...more: readonly string[]): Promise<void> => {
    const made = await mam.run('session', 'create', 'one', '--backend', 'headless', '--agent', 'rehearsal', ...more);
    assert.equal(made.code, 0, made.err);
  };
  const submit = (...args: readonly string[]) =>
    mam.run('submit', '--agent-session', 'headless:one', '--agent', 'rehearsal', '--type', 'direct', ...args);
  /** What a rehearsal is told to do. */
  const script = (steps: readonly object[]): string =>
    `Rehearse.\n\n\`\`\`rehearsal\n${JSON.stringify([{ steps }])}\n\`\`\``;
  const logOf = async (job: string): Promise<string> =>
    readFile(join(mam.repository, '.mam/delegate_job_logs', job, 'events.ndjson'), 'utf8');
  const startedTimes = async (job: string): Promise<number> => {
    const lines = (await logOf(job)).trim().split('\n');
    return lines.filter((line) => JSON.parse(line).event === 'started').length;
  };

  it('a job ends by the report of its agent, and the session lives on between the commands', async () => {
    await create();
    const [before] = await sessions();
    const done = await submit(
      '--job',
      'hello',
      '--prompt',
      'Say hello.',
      '--workdir',
      mam.repository,
      '--wait',
      '--json',
    );
    assert.equal(done.code, 0, done.err);
    const job = JSON.parse(done.out);
    assert.deepEqual([job.status, job.attempts.length, job.attempts[0].ended.by], ['completed', 1, 'agent']);
    assert.match(await readFile(join(job.registry_dir, 'hello/1/report.md'), 'utf8'), /Rehearsed hello/);
    const [after] = await sessions();
    assert.deepEqual([after?.pid, after?.ended], [before?.pid, null]);
    const yaml = parse(await readFile(join(mam.repository, '.mam/agent-sessions.yaml'), 'utf8'));
    assert.deepEqual(
      yaml.sessions.map((one: { name: string }) => one.name),
      ['one'],
    );
    assert.ok(!done.out.includes('token'));
  });

  it('a busy session answers 5, and a second try comes after the time that was asked for', async () => {
    await create();
    const steps = [{ waitFor: join(mam.folder, 'go') }];
    assert.equal((await submit('--job', 'long', '--prompt', script(steps))).code, 0);
    const busy = await submit('--prompt', 'Another one.');
    assert.deepEqual([busy.code, /\[session\.busy\]/.test(busy.err)], [5, true], busy.err);
    const queued = await submit('--job', 'next', '--prompt', 'Another one.', '--queue');
    assert.equal(queued.code, 0, queued.err);
    await writeFile(join(mam.folder, 'go'), '');
    assert.equal((await mam.run('job', 'wait', 'next', '--timeout', '60')).code, 0);
    const jobs: readonly { readonly status: string }[] = JSON.parse((await mam.run('job', 'list', '--json')).out).jobs;
    assert.deepEqual(
      jobs.map(({ status }) => status),
      ['completed', 'completed'],
    );
  });

  it('goes on with the conversation at its own place alone, and refuses other places and bindings with 2', async () => {
    await create();
    assert.equal((await mam.run('session', 'stop', 'one')).code, 0);
    const elsewhere = join(mam.repository, 'src');
    for (const [args, code] of [
      [['session', 'resume', 'one', '--workdir', elsewhere], 'session.otherPlace'],
      [['session', 'create', 'two', '--agent', 'nobody', '--backend', 'headless'], 'agent.unknown'],
      [['session', 'create', 'a b', '--agent', 'rehearsal', '--backend', 'headless'], 'session.badName'],
      [['session', 'create', 'two', '--agent', 'rehearsal', '--backend', 'moon'], 'cli.badBackend'],
      [['session', 'resume', 'nobody'], 'session.unknown'],
      [['job', 'show', 'nobody'], 'job.unknown'],
      [['job', 'nonsense', 'x'], 'cli.badAction'],
      [['submit', '--agent-session', 'one', '--prompt', 'x'], 'job.noSession'],
    ] as const) {
      const ended = await mam.run(...args);
      assert.deepEqual([ended.code, ended.err.includes(`[${code}]`)], [2, true], `${args.join(' ')}\n${ended.err}`);
    }
    mam.env['MAM_JOBS_DIR'] = '/elsewhere';
    const told = await mam.run('session', 'resume', 'one', '--json');
    delete mam.env['MAM_JOBS_DIR'];
    assert.equal(told.code, 0, told.err);
    assert.match(told.err, /MAM_JOBS_DIR.*\[binding\.kept\]/);
    const resumed: Session & { readonly control_plane: { readonly mam_jobs_dir: string } } = JSON.parse(told.out);
    assert.deepEqual([resumed.generation, resumed.control_plane.mam_jobs_dir], [2, join(mam.repository, '.mam/jobs')]);
  });

  it('a worktree has the control plane of the main checkout or no session at all', async () => {
    const worktree = join(mam.folder, "a 'wt'");
    await mam.git('worktree', 'add', '-q', '-b', 'side', worktree);
    mam.env['WORKSPACE_ROOT'] = worktree;
    const args = ['session', 'create', 'one', '--backend', 'headless', '--agent', 'rehearsal'];
    const refused = await mam.runIn(worktree, ...args);
    assert.deepEqual([refused.code, /\[binding\.elsewhere\]/.test(refused.err)], [2, true], refused.err);
    mam.env['WORKSPACE_ROOT'] = '';
    const made = await mam.runIn(worktree, ...args, '--json');
    assert.equal(made.code, 0, made.err);
    const row = JSON.parse(made.out);
    assert.deepEqual([row.cwd, row.control_plane.workspace_root], [worktree, mam.repository]);
    const done = await submit('--job', 'there', '--prompt', 'Say hello.', '--wait');
    assert.equal(done.code, 0, done.err);
    assert.equal((await mam.run('session', 'stop', 'one')).code, 0);
    // A folder that is left where a worktree was leads git to the checkout around it.
    await rm(worktree, { recursive: true });
    assert.equal((await mam.run('session', 'resume', 'one')).code, 2);
    await mkdir(worktree);
    assert.equal((await mam.run('session', 'resume', 'one')).code, 2);
    assert.equal((await sessions())[0]?.generation, 1);
  });

  it('killed while it hands a job over, it leaves the session, and the prompt is never there twice', async () => {
    await create();
    const [before] = await sessions();
    for (const [n, ms] of [300, 1500, 2500, 3500].entries()) {
      const job = `killed-${n}`;
      const handing = mam.start('submit', '--agent-session', 'one', '--job', job, '--prompt', 'Say hello.');
      await until('its time', async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return true;
      });
      handing.child.kill('SIGKILL');
      await handing.ended;
      const known: readonly { readonly job: string }[] = JSON.parse((await mam.run('job', 'list', '--json')).out).jobs;
      if (!known.some((one) => one.job === job)) continue;
      const waited = await mam.run('job', 'wait', job, '--timeout', '60', '--json');
      const { status, attempts } = JSON.parse(waited.out);
      const [attempt] = attempts;
      if (status === 'completed') assert.equal(await startedTimes(job), 1);
      else {
        // Nobody can tell: it is said so, and a person decides.
        assert.equal(attempt.delivery.problem.code, 'job.deliveryUnknown', waited.out);
        assert.equal((await mam.run('job', 'cancel', job)).code, 0);
      }
    }
    const [after] = await sessions();
    assert.deepEqual([after?.pid, after?.ended], [before?.pid, null]);
  });
});
