import assert from 'node:assert/strict';
import { start } from '../../../src/cli/commands/start.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { readStartRequest } from '../../../src/cli/startRequest.ts';

const read = (...args: readonly string[]) => {
  const call = parseVerb(start, args);
  assert.ok(call.ok);
  return readStartRequest(call.value, 1);
};

describe('the request of mam start', () => {
  const good = [
    { args: [], want: { tasks: null, limit: 1, only: null, claims: {}, allowedChecks: [] } },
    { args: ['--limit', '3'], want: { limit: 3 } },
    { args: ['--all'], want: { limit: null } },
    { args: ['--infinite', '--pool', '4'], want: { limit: null, pool: 4 } },
    { args: ['--infinite', '--target', '3'], want: { limit: null, target: 3 } },
    { args: ['--target', '5'], want: { limit: 15, target: 5 } },
    { args: ['--target', '5', '--limit', '6'], want: { limit: 6, target: 5 } },
    {
      args: ['--task', 'T-2026-0002', '--task', 'T-2026-0001'],
      want: { tasks: ['T-2026-0002', 'T-2026-0001'], limit: 2 },
    },
    { args: ['--agents', 'codex, claude'], want: { only: ['codex', 'claude'] } },
    {
      args: ['--claims', 'T-2026-0001=src/**, docs/a.md', '--claims', 'T-2026-0001=b'],
      want: { claims: { 'T-2026-0001': ['src/**', 'docs/a.md', 'b'] } },
    },
    { args: ['--plan'], want: { steps: { plan: true } } },
    { args: ['--plan-talk'], want: { steps: { plan: true, planTalks: 2 } } },
    { args: ['--self-review', '--max-rebut', '0'], want: { steps: { selfReview: true, maxRebuttals: 0 } } },
    { args: ['--max-rebut', '2'], want: { steps: { maxRebuttals: 2 } } },
    { args: ['--allow-check', "node --test 'a b'"], want: { allowedChecks: [['node', '--test', 'a b']] } },
  ];
  for (const { args, want } of good)
    it(`takes ${args.join(' ') || 'no options'}`, () => {
      const got = read(...args);
      assert.ok(got.ok);
      assert.deepEqual({ ...got.value, ...want }, got.value);
      assert.equal('steps' in got.value, 'steps' in want);
    });

  const wrong = [
    { args: ['--limit', '0'], code: 'cli.badLimit' },
    { args: ['--limit', '1.5'], code: 'cli.badLimit' },
    { args: ['--limit', 'many'], code: 'cli.badLimit' },
    { args: ['--limit', '2', '--all'], code: 'cli.limitTwice' },
    { args: ['--max-rebut=-1'], code: 'cli.badCount' },
    { args: ['--max-rebut', 'some'], code: 'cli.badCount' },
    { args: ['--limit', '2', '--infinite'], code: 'cli.limitTwice' },
    { args: ['--task', 'T-2026-0001', '--infinite'], code: 'cli.tasksAndAll' },
    { args: ['--all', '--task', 'T-2026-0001'], code: 'cli.tasksAndAll' },
    { args: ['--pool', '0'], code: 'cli.badCount' },
    { args: ['--target', 'all'], code: 'cli.badCount' },
    { args: ['--task', 'T-1'], code: 'cli.badTask' },
    { args: ['--claims', 'src/**'], code: 'cli.badClaims' },
    { args: ['--claims', 'T-2026-0001='], code: 'cli.badClaims' },
    { args: ['--allow-check', 'npm test | tee log'], code: 'check.needsShell' },
  ];
  for (const { args, code } of wrong)
    it(`refuses ${args.join(' ')}`, () => {
      const got = read(...args);
      assert.equal(!got.ok && got.error.code, code);
    });
});
