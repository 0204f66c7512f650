import assert from 'node:assert/strict';
import { batchPlan, batchSeat, laneOf, newestBatch, startBatch } from '../../../builders/batch.ts';
import { CoreWorld, laneLimited, reviewed, taskOf } from '../../../builders/core.ts';

const three = [batchSeat('reviewer'), batchSeat('ci-regression-auditor'), batchSeat('planner-triage')];
const codes = (world: CoreWorld): readonly string[] => newestBatch(world).blockers.map((one) => one.code);
describe('a batch and usage limits', () => {
  const past = '2026-01-31T14:00:00Z';
  const limited = (until: string | null): CoreWorld => {
    const world = new CoreWorld();
    startBatch(world, batchPlan([batchSeat('reviewer')]));
    world.settle(laneOf(world, 'reviewer'), laneLimited(until));
    world.playUntil();
    return world;
  };

  it('without a time are lifted by a person although no loop ever ran', () => {
    const world = limited(null);
    startBatch(world, batchPlan(three));
    assert.deepEqual(codes(world), ['limit.untold']);
    const resumed = world.do({ type: 'resumeLoop' });
    assert.deepEqual(resumed.ok && resumed.value, [{ type: 'limitLifted', agent: 'codex' }]);
    startBatch(world, batchPlan(three));
    assert.deepEqual([newestBatch(world).decision, world.open('runLane').length], ['running', 3]);
    const again = world.do({ type: 'resumeLoop' });
    assert.equal(!again.ok && again.error.code, 'loop.none');
  });

  it('are lifted without taking up a loop that is done', () => {
    const world = new CoreWorld().start([taskOf('T-2026-0001'), taskOf('T-2026-0002')]);
    world.playUntil();
    assert.equal(Object.values(world.state.loops)[0]?.outcome, 'completed');
    startBatch(world, batchPlan([batchSeat('reviewer')]));
    world.settle(laneOf(world, 'reviewer'), laneLimited(null));
    world.playUntil();
    const resumed = world.do({ type: 'resumeLoop' });
    assert.deepEqual(resumed.ok && resumed.value, [{ type: 'limitLifted', agent: 'codex' }]);
    assert.equal(Object.keys(world.state.runs).length, 1);
  });

  it('let one lane try first, and the others after it', () => {
    const world = limited('2026-01-31T13:00:00Z');
    world.at = past;
    const claude = batchSeat('deep-reviewer', { lanes: [{ agent: 'claude', model: null, effort: null }] });
    startBatch(world, batchPlan([...three, claude]));
    const begun = (): readonly string[] => newestBatch(world).jobs.map((job) => `${job.session}:${job.agent}`);
    assert.deepEqual(begun(), ['reviewer:codex', 'deep-reviewer:claude']);
    world.crash();
    world.settle(laneOf(world, 'reviewer'), reviewed('pass'));
    assert.deepEqual(begun().slice(2), ['ci-regression-auditor:codex', 'planner-triage:codex']);
    world.playUntil();
    assert.deepEqual([newestBatch(world).decision, world.state.limits], ['completed', {}]);
  });

  it('end with the lane that tried, when that meets it again', () => {
    const world = limited('2026-01-31T13:00:00Z');
    world.at = past;
    startBatch(world, batchPlan(three));
    world.settle(laneOf(world, 'reviewer'), laneLimited('2026-01-31T20:00:00Z'));
    assert.deepEqual([newestBatch(world).decision, newestBatch(world).jobs.length], ['blocked', 1]);
    assert.equal(world.state.limits['codex']?.isSpent, true);
  });

  it('hold lanes that have not begun when another lane meets one meanwhile', () => {
    const world = new CoreWorld().start();
    world.playUntil('runLane');
    world.do({ type: 'startBatch', plan: batchPlan(three) });
    world.settle(world.open('runLane')[0]!, laneLimited('2026-01-31T13:00:00Z'));
    for (const effect of world.open('createWorktree')) world.settle(effect);
    assert.deepEqual(
      [codes(world), newestBatch(world).decision, newestBatch(world).jobs],
      [['limit.reached'], 'blocked', []],
    );
  });

  it('start nothing while a lane elsewhere tries whether one is lifted', () => {
    const world = new CoreWorld().start();
    world.playUntil('runLane');
    world.settle(world.open('runLane')[0]!, laneLimited('2026-01-31T13:00:00Z'));
    world.at = past;
    world.observe();
    world.playUntil('runLane');
    startBatch(world, batchPlan(three));
    assert.deepEqual([codes(world), newestBatch(world).decision], [['limit.tried'], 'blocked']);
  });
});
