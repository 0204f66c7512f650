import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam validate', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await mkdir(join(mam.repository, 'made'), { recursive: true });
    await writeFile(join(mam.repository, 'made/one.txt'), '');
    mam.env['MAM_VALIDATION'] = JSON.stringify([
      { argv: ['git', 'diff', '--check'] },
      { argv: ['node', '-e', 'process.exit(7)', '{files}'], paths: ['made/'] },
      { argv: ['node', '-e', 'console.log(process.cwd())'], paths: ['made/'] },
    ]);
    mam.env['PATH'] = `${join(process.execPath, '..')}:${mam.env['PATH']}`;
  });
  after(() => mam.dispose());

  const refused = (...args: readonly string[]) => mam.run('validate', ...args);

  it('runs what is in the list and nothing else, whatever it looks like', async () => {
    for (const command of [
      'rm -rf made',
      'git diff',
      'git diff --check; rm -rf made',
      "node -e 'process.exit(7)' ../x",
    ]) {
      const ended = await refused('git diff --check', command);
      assert.deepEqual(
        [command, ended.code, ended.err.includes('[validation.refused]')],
        [command, 2, true],
        ended.err,
      );
      assert.equal(ended.out, '');
    }
    const ended = await refused('git diff --check');
    assert.deepEqual([ended.code, ended.out], [0, 'passed  git diff --check\n'], ended.err);
  });

  it('says that a command line of several words has to be quoted', async () => {
    const apart = await mam.run('validate', 'git', 'push');
    assert.deepEqual([apart.code, apart.err.includes('[validation.refused]')], [2, true], apart.err);
    const quoted = await mam.run('validate', '--', 'git', 'diff', '--check');
    assert.equal(quoted.code, 2);
    assert.match(quoted.err, /Quote the whole one: mam validate 'git diff --check'\. \[validate\.needsQuotes\]/);
  });

  it('lists what is for the change without running it', async () => {
    const none = await mam.run('suggest-validation');
    assert.deepEqual([none.code, none.out], [0, 'git diff --check\n'], none.err);
    const changed = await mam.run('suggest-validation', '--from-git', '--json');
    assert.deepEqual(
      JSON.parse(changed.out).commands.map((one: { argv: readonly string[] }) => one.argv.at(-1)),
      ['--check', 'made/one.txt', 'console.log(process.cwd())'],
    );
  });

  it('stops at the first failure with its exit code, or goes on; and remembers it when it is asked to', async () => {
    const stopped = await refused('--from-git', '--json');
    assert.equal(stopped.code, 7, stopped.err);
    const outcomes = (text: string) => JSON.parse(text).results.map((one: { outcome: string }) => one.outcome);
    assert.deepEqual(outcomes(stopped.out), ['passed', 'failed', 'not-run']);
    const all = await refused('--from-git', '--keep-going', '--record-history', '--json');
    assert.deepEqual([all.code, outcomes(all.out)], [7, ['passed', 'failed', 'passed']], all.err);
    await refused('git diff --check', '--record-history');

    const text = await readFile(join(mam.repository, 'reports/agent_loop/validation_history.jsonl'), 'utf8');
    assert.equal(text.split('\n').length, 5);
    assert.ok(text.endsWith('}\n') && !text.includes(mam.folder));
    const told = JSON.parse((await refused('--history', '--json')).out);
    assert.deepEqual(
      told.history.map((one: { outcome: string; exit_code: number }) => [one.outcome, one.exit_code]),
      [
        ['passed', 0],
        ['failed', 7],
        ['passed', 0],
        ['passed', 0],
      ],
    );
    assert.match((await refused('--history')).out, /^\d{4}-.*Z {2}passed +git diff --check\n/);
  });

  it('is for a person: no lane runs commands outside of itself', async () => {
    mam.env['MAM_JOB'] = 'job-1';
    try {
      const ended = await refused('git diff --check');
      assert.deepEqual([ended.code, ended.err.includes('[actor.personOnly]')], [1, true], ended.err);
    } finally {
      delete mam.env['MAM_JOB'];
    }
  });
});
