import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

/** What a command tells that only looks, while no host watches. */
describe('sessions and jobs that nobody watches', function () {
  this.timeout(120_000);
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
  /** A job that its agent is at until the file is there. */
  const begin = async (go: string): Promise<void> => {
    const script = JSON.stringify([{ steps: [{ waitFor: go }, { report: 'Well.' }] }]);
    const prompt = `Wait.\n\n\`\`\`rehearsal\n${script}\n\`\`\``;
    const given = await mam.run('submit', '--agent-session', 'one', '--job', 'j', '--prompt', prompt);
    assert.equal(given.code, 0, given.err);
    const { status, watched } = await told('job', 'show', 'j');
    assert.deepEqual([status, watched], ['running', false]);
    assert.match((await mam.run('job', 'list')).out, /Nobody watches this now: it was looked at once, at \d\d:\d\d\./);
  };

  it('are told as done once the report is there, though no host saw it come', async () => {
    const go = join(mam.folder, 'go');
    await begin(go);
    await writeFile(go, '');
    await until('its manifest', () => existsSync(join(mam.repository, '.mam/jobs/j/1/manifest.json')), 30_000);
    // Its word follows what it handed in, within a moment.
    await until('its end', async () => (await told('job', 'show', 'j')).status === 'completed', 30_000);
    const { sessions, watched } = await told('session', 'status');
    assert.deepEqual([sessions[0].status.kind, watched], ['done', false]);
    assert.match((await mam.run('session', 'status')).out, /Nobody watches this now/);
  });

  it('are never told to be at work once their agent was killed', async () => {
    await begin(join(mam.folder, 'never'));
    const [{ pid }] = (await told('session', 'status')).sessions;
    process.kill(pid, 'SIGKILL');
    await until('its end', () => !existsSync(`/proc/${pid}`), 10_000);
    const [session] = (await told('session', 'status')).sessions;
    assert.equal(session.status.kind, 'gone');
  });
});
