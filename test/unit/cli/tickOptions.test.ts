import assert from 'node:assert/strict';
import { activeLoop } from '../../../src/cli/commands/activeLoop.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { readTickOptions } from '../../../src/cli/tickOptions.ts';
import { createTestCli } from './terminal.ts';

const read = (...args: readonly string[]): ReturnType<typeof readTickOptions> => {
  const call = parseVerb(activeLoop, args);
  assert.ok(call.ok);
  return readTickOptions(call.value);
};

describe('the options of a tick', () => {
  it('are all left out for a dry tick of what is checked out', () =>
    assert.deepEqual(read(), {
      ok: true,
      value: { execute: false, task: null, issue: null, branch: null, leaseTtlMs: null },
    }));

  it('are read', () =>
    assert.deepEqual(
      read('--mode', 'full-ship', '--task', 'T-2026-0001', '--issue', '#7', '--lease-ttl-minutes', '45', '--execute'),
      { ok: true, value: { execute: true, task: 'T-2026-0001', issue: '7', branch: null, leaseTtlMs: 2_700_000 } },
    ));

  const wrong: readonly (readonly [string, string, string])[] = [
    ['--mode', 'x', 'cli.badMode'],
    ['--task', 'T-26-1', 'cli.badTask'],
    ['--task', 't-2026-0001', 'cli.badTask'],
    ['--issue', 'seven', 'cli.badIssue'],
    ['--issue', '12345678901', 'cli.badIssue'],
    ['--branch', 'a..b', 'branch.unfit'],
    ['--lease-ttl-minutes', '0', 'cli.badTtl'],
    ['--lease-ttl-minutes', '1.5', 'cli.badTtl'],
    ['--agent-mix', 'claude=many', 'mix.invalid'],
  ];
  for (const [option, value, code] of wrong)
    it(`are wrong usage with ${option} ${value}`, async () => {
      const found = read(option, value);
      assert.equal(!found.ok && found.error.code, code);
      const call = parseVerb(activeLoop, [option, value]);
      assert.ok(call.ok);
      assert.equal(await activeLoop.run(createTestCli(), call.value), 2);
    });

  it('are wrong usage when they say both dry and execute, or name no topology that there is', async () => {
    const both = read('--dry-run', '--execute');
    assert.equal(!both.ok && both.error.code, 'cli.dryAndExecute');
    const call = parseVerb(activeLoop, ['--topology', 'five-role']);
    assert.ok(call.ok);
    assert.equal(await activeLoop.run(createTestCli(), call.value), 2);
  });

  it('let a branch be named that nothing ships from: the tick itself says so', () =>
    assert.ok(read('--branch', 'main').ok));

  it('take no --execute from an agent', async () => {
    const call = parseVerb(activeLoop, ['--execute']);
    assert.ok(call.ok);
    const cli = createTestCli();
    assert.equal(await activeLoop.run({ ...cli, actor: { kind: 'job', id: 'job-1' } }, call.value), 1);
    assert.match(cli.shown.join('\n'), /actor\.personOnly/);
  });
});
