import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

/** What the command line says of a job is true, also where nothing else of MAM runs. */
describe('jobs on a command line alone', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  beforeEach(async () => {
    mam = await createMamCommand({ sample: true });
    const made = await mam.run('session', 'create', 'one', '--backend', 'headless', '--agent', 'rehearsal');
    assert.equal(made.code, 0, made.err);
  });
  afterEach(async () => {
    await mam.run('session', 'stop', 'one');
    await mam.dispose();
  });

  const told = async (...args: readonly string[]) => JSON.parse((await mam.run(...args, '--json')).out);
  const submit = (...args: readonly string[]) => mam.run('submit', '--agent-session', 'one', ...args);
  /** A job whose agent works until the file is there. */
  const waiting = (go: string): string =>
    `Wait.\n\n\`\`\`rehearsal\n${JSON.stringify([{ steps: [{ waitFor: go }, { report: 'Well.' }] }])}\n\`\`\``;

  it('a wait that Ctrl-C breaks off ends with 130, and the job goes on', async () => {
    const go = join(mam.folder, 'go');
    const prompt = join(mam.folder, 'prompt.md');
    await writeFile(prompt, waiting(go));
    for (const args of [
      ['submit', '--agent-session', 'one', '--job', 'long', '--prompt-file', prompt, '--wait'],
      ['job', 'wait', 'long'],
    ]) {
      const running = mam.start(...args);
      await running.shows('long  running');
      running.child.kill('SIGINT');
      const { code, err } = await running.ended;
      assert.deepEqual([code, /\[job\.waitLeft\]/.test(err)], [130, true], err);
    }
    await writeFile(go, '');
    const ended = await mam.run('job', 'wait', 'long', '--timeout', '60');
    assert.equal(ended.code, 0, ended.err);
    const shown = await mam.run('job', 'show', 'long');
    for (const name of ['brief.md', 'report.md'])
      assert.ok(shown.out.includes(join(mam.repository, '.mam/jobs/long/1', name)), shown.out);
    assert.match(shown.out, /attempt 1, began \d\d:\d\d, started \d\d:\d\d/);
    const again = await submit('--job', 'long', '--prompt', 'x');
    assert.match(again.err, /mam job show long.*\[job\.exists\]/);
  });

  it('what its end left at work is said, and what is not handed over in time is no success', async () => {
    const go = join(mam.folder, 'go');
    assert.equal((await submit('--job', 'first', '--prompt', waiting(go))).code, 0);
    const cancelled = await mam.run('job', 'cancel', 'first');
    assert.equal(cancelled.code, 0, cancelled.err);
    assert.match(cancelled.out, /agent of one was not stopped .*mam session interrupt one/);
    // Nothing but a terminal has a key that would break it off.
    const broken = await mam.run('session', 'interrupt', 'one');
    assert.deepEqual([broken.code, /\[session\.interruptThere\]/.test(broken.err)], [1, true], broken.err);
    const late = await submit('--job', 'second', '--prompt', 'Say hello.', '--within', '2');
    assert.deepEqual([late.code, /\[job\.notThereYet\]/.test(late.err)], [1, true], late.err);
    const queued = await submit('--job', 'third', '--prompt', 'Say hello.', '--queue');
    assert.equal(queued.code, 0);
    assert.match(queued.err, /No MAM runs here, so third waits\. Run .*mam job wait third/);
    const stopped = await told('session', 'stop', 'one');
    assert.deepEqual([stopped.ended_job, stopped.waiting_jobs], [{ job: 'second', status: 'cancelled' }, ['third']]);
    const retried = await mam.run('job', 'retry', 'second');
    assert.match(retried.err, /No MAM runs here, so second waits\./);
  });

  it('a session is shown by saying where it is', async () => {
    const shown = await mam.run('session', 'show', 'one');
    assert.deepEqual([shown.code, shown.err], [0, '']);
    assert.match(shown.out, /What it printed stands in \//);
    const help = await mam.run('submit', '--help');
    assert.match(help.out, /5 the session works on another job/);
  });
});
