import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const root = join(import.meta.dirname, '../../..');

/** The lines of the first shell block of a part of the README. */
const typed = (title: string): readonly string[] => {
  const part = readFileSync(join(root, 'README.md'), 'utf8').split(`\n## ${title}\n`)[1] ?? '';
  return (/```sh\n(.*?)```/s.exec(part)?.[1] ?? '').trim().split('\n');
};

describe('what the README has a newcomer type', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  before(async function () {
    if (process.platform === 'win32') this.skip();
    mam = await createMamCommand();
  });
  after(() => mam?.dispose());

  const type = (line: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const env = { ...mam.env, PATH: [join(root, 'dist/bin'), process.env['PATH']].join(delimiter) };
      execFile('/bin/sh', ['-c', line], { cwd: mam.repository, env }, (error, out, err) =>
        error ? reject(new Error(`${line}: ${err}${out}`)) : resolve(out),
      );
    });

  it('delegates a job that is done', async () => {
    const said: string[] = [];
    const lines = typed('Delegate a job');
    assert.deepEqual(
      lines.map((line) => line.split(' ').slice(0, 2).join(' ')),
      ['mam session', 'mam submit', 'mam job', 'mam session'],
    );
    for (const line of lines) said.push(await type(line));
    const jobs = JSON.parse((await mam.run('job', 'list', '--json')).out).jobs;
    assert.deepEqual(
      jobs.map((job: { status: string; role: string }) => [job.status, job.role]),
      [['completed', 'writer']],
    );
    assert.match(said[2] ?? '', / done\n {2}try: Say hello\./);
    const { sessions } = JSON.parse((await mam.run('session', 'status', '--json')).out);
    assert.deepEqual(
      sessions.map((one: { name: string; ended: object | null }) => [one.name, one.ended !== null]),
      [['try', true]],
    );
  });
});
