import assert from 'node:assert/strict';
import { laneTerms } from '../../../src/app/effects/laneTerms.ts';
import { CoreWorld, taskOf } from '../../builders/core.ts';

describe('the time of a lane', () => {
  const termsAt = (maxMs: number, awakeMs: number): number | undefined => {
    const world = new CoreWorld();
    world.awakeMs = 5000;
    world.start([taskOf('T-2026-0001')], {
      laneTimeoutMs: 120_000,
      guards: { target: null, maxBlockers: null, maxMs },
    });
    world.playUntil('runLane');
    const [job] = world.run().jobs;
    assert.ok(job);
    return laneTerms(world.state, job, awakeMs)?.timeoutMs;
  };
  const rows: readonly (readonly [maxMs: number, awakeMs: number, timeoutMs: number])[] = [
    [0, 900_000, 120_000],
    [600_000, 15_000, 120_000],
    [600_000, 505_000, 100_000],
    [600_000, 505_999, 99_000],
    [600_000, 604_500, 1000],
    [600_000, 900_000, 1000],
  ];
  for (const [maxMs, awakeMs, timeoutMs] of rows)
    it(`is ${timeoutMs} ms in a loop of ${maxMs} ms at ${awakeMs}`, () =>
      assert.equal(termsAt(maxMs, awakeMs), timeoutMs));
});
