import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { listProcesses } from '../../../src/adapters/process/processTable.ts';
import { runProcess, type ProcessEnd, type ProcessSpec } from '../../../src/adapters/process/run.ts';
import { until } from '../../until.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('process: run', () => {
  const folder = useTempFolder();
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...(process.env['MAM_TEST_RUN'] === undefined ? {} : { MAM_TEST_RUN: process.env['MAM_TEST_RUN'] }),
  };
  const run = (script: string, more: Partial<ProcessSpec> = {}, signal?: AbortSignal): Promise<ProcessEnd> =>
    runProcess({ argv: ['sh', '-c', script], cwd: folder(), env, ...more }, signal);
  const gone = async (pid: number) => (await listProcesses()).every((entry) => entry.pid !== pid || entry.zombie);

  it('gives both streams and the exit code', async () => {
    const end = await run('echo out; echo err >&2; exit 3');
    assert.deepEqual(
      [end.exitCode, end.signal, end.stdout.toString(), end.stderr.toString(), end.stopped, end.startFailure],
      [3, null, 'out\n', 'err\n', null, null],
    );
  });

  it('gives no more than the environment that was given, and no stdin', async () => {
    process.env['MAM_LEAK'] = '1';
    try {
      assert.equal(
        (await run('echo "$MAM_LEAK$GIVEN"; cat', { env: { ...env, GIVEN: 'g' } })).stdout.toString(),
        'g\n',
      );
    } finally {
      delete process.env['MAM_LEAK'];
    }
  });

  it('writes stdin, also to a program that does not read it', async () => {
    assert.equal((await run('cat', { input: 'text' })).stdout.toString(), 'text');
    assert.equal((await run('exec <&-; exit 0', { input: 'x'.repeat(2_000_000) })).exitCode, 0);
  });

  it('passes arguments as they are', async () => {
    const odd = ['a b', '$HOME', '"', "'", '*', 'new\nline', ''];
    const end = await runProcess({ argv: ['printf', '%s\\0', ...odd], cwd: folder(), env });
    assert.deepEqual(end.stdout.toString().split('\0').slice(0, -1), odd);
  });

  it('names a missing program and a missing folder', async () => {
    assert.equal(
      (await runProcess({ argv: ['mam-no-such-program'], cwd: folder(), env })).startFailure,
      'program-missing',
    );
    for (const cwd of [join(folder(), 'none'), '/etc/passwd'])
      assert.equal((await run('true', { cwd })).startFailure, 'folder-missing');
  });

  it('bounds output in bytes, at either end, without blocking the program', async () => {
    const script = 'i=0; while [ $i -lt 20000 ]; do echo 123456789; i=$((i+1)); done; echo end';
    const head = await run(script, { maxBytes: 25 });
    assert.deepEqual(
      [head.exitCode, head.stdout.toString(), head.cut],
      [0, '123456789\n123456789\n12345', { stdout: true, stderr: false }],
    );
    const tail = await run(script, { maxBytes: 9, keep: 'tail' });
    assert.deepEqual([tail.stdout.toString(), tail.cut.stdout], ['6789\nend\n'.slice(-9), true]);
    assert.equal((await run('printf 12345', { maxBytes: 5 })).cut.stdout, false);
  });

  it('asks at the time limit, then forces, and takes the whole group along', async () => {
    const polite = await run('trap "echo bye; exit 0" TERM; echo $$; sleep 30 & wait', {
      timeoutMs: 200,
      graceMs: 5000,
    });
    assert.deepEqual([polite.stopped, polite.stdout.toString().split('\n')[1]], ['timeout', 'bye']);
    const stubborn = await run('trap "" TERM; sh -c "trap \'\' TERM; echo \\$\\$; sleep 30" & wait; sleep 30', {
      timeoutMs: 300,
      graceMs: 200,
    });
    assert.deepEqual([stubborn.stopped, stubborn.signal], ['timeout', 'SIGKILL']);
    const child = Number(stubborn.stdout.toString());
    await until('the grandchild is gone', () => gone(child));
  });

  it('ends when it is aborted, and does not start when it already is', async () => {
    const controller = new AbortController();
    const end = run('touch started; sleep 30', {}, controller.signal);
    await until('it has started', () =>
      access(join(folder(), 'started')).then(
        () => true,
        () => false,
      ),
    );
    controller.abort();
    assert.equal((await end).stopped, 'aborted');
    const never = await run('touch never', {}, controller.signal);
    assert.equal(never.stopped, 'aborted');
    await assert.rejects(access(join(folder(), 'never')));
  });

  it('ends what the program leaves running, and does not wait for it', async () => {
    const end = await run('sleep 30 & echo $!');
    assert.ok(end.durationMs < 20_000);
    await until('the left process is gone', () => gone(Number(end.stdout.toString())));
  });
});
