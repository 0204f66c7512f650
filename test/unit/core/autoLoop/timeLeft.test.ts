import assert from 'node:assert/strict';
import { childTimeout } from '../../../../src/core/autoLoop/timeLeft.ts';
import { CoreWorld, taskOf } from '../../../builders/core.ts';

describe('what a child of a loop may take', () => {
  const started = 7000;
  const loopOf = (maxMs: number) => {
    const world = new CoreWorld();
    world.awakeMs = started;
    world.start([taskOf('T-2026-0001')], { limit: null, guards: { target: null, maxBlockers: null, maxMs } });
    const [loop] = Object.values(world.state.loops);
    assert.ok(loop);
    return loop;
  };
  const rows: readonly (readonly [limit: number, elapsed: number, own: number, left: number])[] = [
    [600, 10, 0, 590],
    [600, 10, 120, 120],
    [600, 599.5, 0, 1],
    [600, 599.5, 120, 1],
    [600, 10.4, 0, 589],
    [600, 700, 0, 1],
    [0, 700, 0, 0],
    [0, 700, 120, 120],
  ];
  for (const [limit, elapsed, own, left] of rows)
    it(`is ${left} s of ${limit} s after ${elapsed} s, with ${own} s of its own`, () =>
      assert.equal(childTimeout(loopOf(limit * 1000), started + elapsed * 1000, own * 1000), left * 1000));

  it('is its own once the loop is over, or where there is none', () => {
    assert.equal(childTimeout({ ...loopOf(600_000), state: 'ended' }, started + 900_000, 120_000), 120_000);
    assert.equal(childTimeout(undefined, 0, 120_000), 120_000);
  });
});
