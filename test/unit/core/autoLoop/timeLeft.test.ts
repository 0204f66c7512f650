import assert from 'node:assert/strict';
import { childTimeout, endedInTime } from '../../../../src/core/autoLoop/timeLeft.ts';
import { problem } from '../../../../src/base/problem.ts';
import type { LaneOutcome } from '../../../../src/core/job/types.ts';
import { setbackOf } from '../../../../src/core/autoLoop/setback.ts';
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

describe('a lane that is out of time', () => {
  const started = 7000;
  const ended = (maxMs: number, elapsedMs: number, code = 'lane.timeout') => {
    const world = new CoreWorld();
    world.awakeMs = started;
    const guards = { target: null, maxBlockers: null, maxMs, breaker: { failures: 1, backOffMs: 1 } };
    world.start([taskOf('T-2026-0001')], { limit: null, guards }).playUntil('runLane');
    const [lane] = world.open('runLane');
    const loop = Object.values(world.state.loops).at(-1);
    assert.ok(lane);
    const outcome: LaneOutcome = { kind: 'failed', problem: problem(code, 'It ended.') };
    world.settle(lane, {
      kind: 'runLane',
      outcome: endedInTime(loop, started + elapsedMs, 'codex', outcome),
      review: null,
    });
    const { ask } = world.run();
    const isOpened = world.log.some(({ event }) => event.type === 'circuitOpened');
    return [ask?.kind === 'problem' ? ask.problem.code : null, setbackOf(world.run()), isOpened];
  };
  const rows: readonly (readonly [name: string, found: readonly unknown[], expected: readonly unknown[]])[] = [
    ['by that of its loop is no fault of its agent', ended(600_000, 600_500), ['lane.loopTime', 'rejected', false]],
    ['as a host sees that counts a little behind', ended(600_000, 590_000), ['lane.loopTime', 'rejected', false]],
    ['by its own is', ended(600_000, 300_000), ['lane.timeout', 'lane', true]],
    ['by its own, in a loop without an end, is', ended(0, 900_000_000), ['lane.timeout', 'lane', true]],
    ['after another failure is what that was', ended(600_000, 600_500, 'lane.failed'), ['lane.failed', 'lane', true]],
  ];
  for (const [name, found, expected] of rows) it(name, () => assert.deepEqual(found, expected));
});
