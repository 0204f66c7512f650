import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endedWith, lifeOf } from '../../builders/delegation.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { createOutsider, startOwner, type Outsider, type Owner } from '../bus/support.ts';

describe('mam watch and mam bus', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  let owner: Owner;
  let outsider: Outsider;
  before(async () => {
    mam = await createMamCommand();
    owner = await startOwner(mam.repository);
    outsider = await createOutsider(mam.repository);
  });
  after(async () => {
    await owner.kill();
    await outsider.dispose();
    await mam.dispose();
  });

  it('follow a job from the bus until it ends', async () => {
    const running = mam.start('watch', 'done', '--wait', '--json');
    await running.shows('listening');
    await outsider.append(...lifeOf('other', 1), ...lifeOf('done', 2));
    const { code, out, err } = await running.ended;
    assert.equal(code, 0, err);
    const payloads = out
      .trim()
      .split('\n')
      .map((line): { job_id: string; seq: number; event: string } => JSON.parse(line).payload);
    assert.deepEqual(
      payloads.filter(({ event }) => event !== 'state').map(({ job_id: job, seq }) => `${job} ${seq}`),
      [1, 2, 3, 4, 5, 6].map((seq) => `done ${seq}`),
    );
  });

  it('say in words what went wrong, and end with 1', async () => {
    const running = mam.start('watch', 'bad', '--wait');
    await running.shows('listening');
    const problem = { code: 'x', text: 'No room in /srv/data.', params: {} };
    await outsider.append(...lifeOf('bad', 0).slice(0, 2), endedWith('bad', 'error', { problem }));
    const { code, out } = await running.ended;
    assert.equal(code, 1);
    assert.match(out, /bad {2}1\/3 {2}error {2}No room in \[redacted-local-path\]/);
  });

  it('show how a job stands that ended before anybody listened', async () => {
    const { code, out } = await mam.run('watch', 'done');
    assert.equal(code, 0);
    assert.match(out, /done {2}1\/6 {2}state completed/);
  });

  it('tell where the broker is, and the password only when that is asked for by a person', async () => {
    const { password }: { password: string } = JSON.parse(
      await readFile(join(mam.repository, '.git/mam/bus/broker.json'), 'utf8'),
    );
    for (const args of [[], ['--json'], ['done']]) {
      const told = await mam.run('bus', ...args);
      assert.equal(told.code, 0, told.err);
      assert.match(told.out, /127\.0\.0\.1/);
      assert.ok(!told.out.includes(password));
    }
    const { out } = await mam.run('bus', '--env');
    assert.ok(out.includes(`export MAM_SUBSCRIBER_PASSWORD=${password}\n`), out);
    assert.doesNotMatch(out, /MQTT_/);
    mam.env['MAM_JOB'] = 'job-1';
    const job = await mam.run('bus', '--env');
    delete mam.env['MAM_JOB'];
    assert.equal(job.code, 2);
    assert.equal(job.out, '');
  });

  it('refuse what is no job, and one that is yet to come unless that is meant', async () => {
    for (const args of [
      ['watch', '../x'],
      ['bus', '../x'],
      ['bus', '../x', '--wait'],
      ['watch', 'nobody'],
      ['bus', 'nobody'],
    ]) {
      const { code, err } = await mam.run(...args);
      assert.deepEqual([code, /\[job\.unknown\]/.test(err)], [2, true], args.join(' '));
    }
    assert.equal((await mam.run('bus', 'nobody', '--wait')).code, 0);
  });

  it('say how a job ended also where nobody runs the repository any more', async () => {
    await owner.kill();
    const { code, out } = await mam.run('watch', 'don');
    assert.equal(code, 2, 'three letters name no job');
    const ended = await mam.run('watch', 'done');
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /done {2}1\/6 {2}state completed/, out);
    assert.match(ended.err, /Nobody runs this repository/);
  });

  it('say that the bus is switched off', async () => {
    mam.env['MAM_BUS_ENABLED'] = 'false';
    const [watched, told] = [await mam.run('watch'), await mam.run('bus')];
    delete mam.env['MAM_BUS_ENABLED'];
    assert.deepEqual([watched.code, told.code], [1, 1]);
    assert.match(watched.err, /\[bus\.off\]/);
  });
});
