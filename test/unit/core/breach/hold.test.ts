import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Hold } from '../../../../src/core/job/types.ts';
import { CoreWorld, host, job } from '../../../builders/core.ts';

const advisory: Hold = {
  level: 'advisory',
  worktree: 'advisory',
  claim: null,
  by: [],
  why: problem('lane.hookSilent', 'Silent.', {}),
};
const enforced: Hold = { level: 'enforced', worktree: 'enforced', claim: null, by: ['hook'], why: null };

describe('How far a lane is held', () => {
  it('is recorded when it changes, for a job that works, and not on an agent’s word', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    const [id = ''] = Object.keys(world.state.openJobs);
    const hold = (one: Hold, actor = host) => world.do({ type: 'holdLane', job: id, hold: one }, actor);
    const events = [advisory, advisory, enforced].map((one) => {
      const done = hold(one);
      return done.ok ? done.value.length : -1;
    });
    assert.deepEqual(events, [1, 0, 1]);
    assert.equal(hold(advisory, job).ok, false);
    assert.deepEqual(world.run().jobs[0]?.hold, enforced);
    world.settle(world.open('runLane')[0] ?? assert.fail('no lane'));
    assert.deepEqual(hold(advisory), { ok: true, value: [] });
  });
});
