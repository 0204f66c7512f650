import assert from 'node:assert/strict';
import { commandsInTime } from '../../../src/app/effects/commandsInTime.ts';
import type { CheckRun } from '../../../src/app/ports/commands.ts';
import { CoreWorld, taskOf } from '../../builders/core.ts';

it('a command that a loop runs has what is left of its time when it begins', async () => {
  const world = new CoreWorld().start([taskOf('T-2026-0001')], {
    limit: null,
    guards: { target: null, maxBlockers: null, maxMs: 600_000 },
  });
  const given: number[] = [];
  let awake = 0;
  const run: CheckRun = { exitCode: 0, timedOut: false, tail: '', durationMs: 1, problem: null };
  const commands = commandsInTime(
    {
      commands: {
        run: async ({ timeoutMs }) => {
          given.push(timeoutMs);
          return run;
        },
      },
      state: () => world.state,
      awakeMs: () => awake,
    },
    world.run().loop,
  );
  for (const [at, own] of [
    [0, 120_000],
    [500_000, 120_000],
    [599_500, 120_000],
    [10_000, 0],
  ] as const) {
    awake = at;
    await commands.run({ cwd: '/w', argv: ['npm', 'test'], timeoutMs: own }, new AbortController().signal);
  }
  assert.deepEqual(given, [120_000, 100_000, 1000, 590_000]);
});
