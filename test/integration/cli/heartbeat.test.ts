import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { heartbeat } from '../../../src/cli/commands/heartbeat.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { verbs } from '../../../src/cli/verbs.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { createTestCli } from '../../unit/cli/terminal.ts';

describe('the heartbeat of a session', () => {
  const folder = useTempFolder();
  const beat = async (...args: readonly string[]) => {
    const cli = { ...createTestCli(), env: { MAM_SPOOL: join(folder(), 'spool') } };
    const call = parseVerb(heartbeat, args);
    assert.ok(call.ok, call.ok ? '' : call.error.code);
    return { code: await heartbeat.run(cli, call.value), shown: cli.shown };
  };
  const handedIn = async (): Promise<readonly unknown[]> => {
    const spool = join(folder(), 'spool');
    const names = (await readdir(spool).catch(() => [])).toSorted();
    return Promise.all(
      names.map(async (name): Promise<unknown> => JSON.parse(await readFile(join(spool, name), 'utf8'))),
    );
  };

  it('is the same verb under both of its names', async () => {
    assert.equal(await verbs['session-heartbeat']?.(), await verbs['heartbeat']?.());
  });

  it('may be given with the long options', async () => {
    const { code, shown } = await beat(
      ...['--session-id', 'reviewer', '--role', 'Reviewer', '--task', 'T-2026-0001', '--status', 'running'],
      ...['--agent', 'codex', '--lease-ttl-minutes', '45', '--json'],
    );
    assert.equal(code, 0, shown.join(''));
    const said = { session: 'reviewer', role: 'Reviewer', task: 'T-2026-0001', status: 'running', agent: 'codex' };
    assert.deepEqual(await handedIn(), [{ v: 1, type: 'heartbeat', ...said, ttlMinutes: 45 }]);
    const { file, ...told }: { readonly file: string } = JSON.parse(shown.join(''));
    assert.deepEqual(told, { ...said, leaseTtlMinutes: 45 });
    assert.match(file, /^\d{13}-/);
  });

  it('needs no more than a session and a word', async () => {
    assert.equal((await beat('--session', 'reviewer', '--status', 'passed')).code, 0);
    assert.deepEqual(await handedIn(), [
      { v: 1, type: 'heartbeat', session: 'reviewer', role: 'reviewer', task: null, status: 'passed', agent: null },
    ]);
  });

  const good = ['--session', 'reviewer', '--status', 'up'];
  const wrong: readonly (readonly [code: string, ...args: readonly string[]])[] = [
    ['cli.argumentMissing', '--status', 'up'],
    ['cli.argumentMissing', '--session', 'reviewer'],
    ['cli.argumentMissing', '--session', 'reviewer', '--status', ' '],
    ['cli.sessionTwice', ...good, '--session-id', 'other'],
    ['cli.badSession', '--session', '../x', '--status', 'up'],
    ['cli.badSession', '--session', 'a b', '--status', 'up'],
    ['cli.badSession', '--session', 'x'.repeat(65), '--status', 'up'],
    ['cli.badSession', '--session', 'toString', '--status', 'up'],
    ['cli.badTask', ...good, '--task', 'later'],
    ['cli.badTask', ...good, '--task', 'xT-2026-0001'],
    ['agent.unknown', ...good, '--agent', 'gpt'],
    ['cli.badTtl', ...good, '--lease-ttl-minutes', '0'],
    ['cli.badTtl', ...good, '--lease-ttl-minutes', '1.5'],
    ['cli.badTtl', ...good, '--lease-ttl-minutes', 'soon'],
    ['spool.invalid', ...good, '--lease-ttl-minutes', '999999'],
  ];
  for (const [code, ...args] of wrong)
    it(`is wrong usage with ${args.join(' ').slice(0, 60)} (${code})`, async () => {
      const ended = await beat(...args);
      assert.deepEqual([ended.code, ended.shown.join('').endsWith(`[${code}]`)], [2, true], ended.shown.join(''));
      assert.deepEqual(await handedIn(), []);
    });
});
