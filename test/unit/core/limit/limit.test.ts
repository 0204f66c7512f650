import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Effect } from '../../../../src/core/effect.ts';
import type { Job } from '../../../../src/core/job/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { assertGood, CoreWorld, host, laneEnds, laneLimited, taskOf } from '../../../builders/core.ts';

const noon = '2026-01-31T12:00:00Z';
const lifted = '2026-01-31T15:00:00Z';
const later = '2026-01-31T20:00:00Z';
/** Past the time, and past what clocks may differ by. */
const afterLift = '2026-01-31T15:00:30Z';
const afterLater = '2026-01-31T20:00:30Z';

const lanes = (world: CoreWorld): readonly Job[] => {
  const open = world.open('runLane').flatMap((effect: Effect) => (effect.kind === 'runLane' ? [effect.job] : []));
  return world.run().jobs.filter((job) => open.includes(job.id));
};
const agents = (world: CoreWorld): string =>
  lanes(world)
    .map((job) => `${job.session}:${job.agent}`)
    .join(' ');

/** What the owner of a control root does every few seconds. */
const tick = (world: CoreWorld, at: string): void => {
  world.at = at;
  world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
  // Whatever is no lane is done at once.
  for (;;) {
    const [next] = world.open().filter((effect) => effect.kind !== 'runLane');
    if (!next) return;
    world.settle(next);
  }
};
const settleLane = (world: CoreWorld, agent: string, outcome?: Parameters<CoreWorld['settle']>[1]): void => {
  const [job] = lanes(world).filter((one) => one.agent === agent);
  const effect = world.open('runLane').find((one) => one.kind === 'runLane' && one.job === job?.id);
  assert.ok(effect, `no lane of ${agent}`);
  world.settle(effect, outcome ?? world.success(effect));
  tick(world, world.at);
};

const laneFails = (code: string): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'failed', problem: problem(code, 'It failed.') },
  review: null,
});

const limitedWriter = (until: string | null): CoreWorld => {
  const world = new CoreWorld();
  world.at = noon;
  world.start().playUntil('runLane');
  settleLane(world, 'codex', laneLimited(until));
  return world;
};

/** Both reviewers are claude’s, and one of them met the limit; the writer is codex. */
const limitedReviewer = (until: string | null): CoreWorld => {
  const world = new CoreWorld();
  world.at = noon;
  world.start().playUntil('runLane');
  settleLane(world, 'codex');
  settleLane(world, 'claude', laneLimited(until));
  return world;
};

describe('a usage limit', () => {
  it('holds the writer until it is lifted, then lets it try once in a fresh attempt', () => {
    const world = limitedWriter(lifted);
    assert.deepEqual(world.state.limits, { codex: { since: noon, until: lifted, trial: null, isSpent: false } });
    for (const at of [noon, '2026-01-31T14:59:59Z', lifted]) {
      tick(world, at);
      assert.deepEqual([world.run().phase, agents(world)], ['implementing', '']);
    }
    tick(world, afterLift);
    assert.equal(agents(world), 'implementer:codex');
    assert.equal(world.run().attempt, 2);
    assert.equal(world.state.limits['codex']?.trial, lanes(world)[0]?.id);
    world.playUntil();
    assertGood(world);
    assert.deepEqual(world.state.limits, {});
  });

  it('is held over a crash at any moment', () => {
    const world = limitedWriter(lifted);
    world.crash();
    tick(world, noon);
    assert.equal(agents(world), '');
    world.crash();
    tick(world, afterLift);
    world.crash();
    assert.equal(agents(world), 'implementer:codex');
    world.playUntil();
    assertGood(world);
  });

  it('asks a person when the one trial meets it again, and names the new time', () => {
    const world = limitedWriter(lifted);
    tick(world, afterLift);
    settleLane(world, 'codex', laneLimited(later));
    const { phase, ask } = world.run();
    assert.equal(phase, 'needs-you');
    assert.ok(ask?.kind === 'problem');
    assert.deepEqual([ask.problem.code, ask.problem.params], ['limit.spent', { agent: 'codex', until: later }]);
    tick(world, afterLater);
    assert.equal(agents(world), '');
    world.do({ type: 'resumeLoop' });
    tick(world, afterLater);
    assert.equal(agents(world), 'implementer:codex');
    world.playUntil();
    assertGood(world);
  });

  it('asks a person at once when nobody knows how long it lasts, and takes no further task to ask the same', () => {
    const world = new CoreWorld();
    world.at = noon;
    world.start([taskOf('T-2026-0001'), taskOf('T-2026-0002')], { limit: null }).playUntil('runLane');
    settleLane(world, 'codex', laneLimited(null));
    const { ask } = world.run();
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'limit.untold');
    assert.deepEqual(Object.keys(world.state.runs).length, 1);
    assert.equal(Object.values(world.state.loops)[0]?.outcome, 'blocked');
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assert.equal(Object.keys(world.state.runs).length, 2);
    assertGood(world);
  });

  it('holds only the lanes of its own agent', () => {
    const world = new CoreWorld();
    world.at = noon;
    const seats = { implementer: 'codex', reviewer: 'claude', 'ci-eval-auditor': 'codex' };
    world.start(undefined, { agents: seats }).playUntil('runLane');
    settleLane(world, 'codex');
    assert.equal(agents(world), 'reviewer:claude ci-eval-auditor:codex');
    settleLane(world, 'codex', laneLimited(lifted));
    assert.equal(agents(world), 'reviewer:claude');
    settleLane(world, 'claude');
    assert.deepEqual([agents(world), world.run().verdicts.length], ['', 1]);
    tick(world, afterLift);
    assert.equal(agents(world), 'ci-eval-auditor:codex');
    world.playUntil();
    assertGood(world);
  });

  it('lets one lane try before the others, and counts no try of a reviewer that met it', () => {
    const world = limitedReviewer(lifted);
    settleLane(world, 'claude', laneLimited(lifted));
    assert.equal(world.run().phase, 'reviewing');
    tick(world, afterLift);
    assert.equal(agents(world), 'reviewer:claude');
    settleLane(world, 'claude');
    assert.equal(agents(world), 'ci-eval-auditor:claude');
    settleLane(world, 'claude');
    assertGood(world);
  });

  it('waits for the last time that lanes side by side were told', () => {
    const world = limitedReviewer(lifted);
    settleLane(world, 'claude', laneLimited(later));
    tick(world, afterLift);
    assert.equal(agents(world), '');
    tick(world, afterLater);
    assert.equal(agents(world), 'reviewer:claude');
  });

  it('is asked about once all that still works has ended', () => {
    const world = limitedReviewer(null);
    assert.deepEqual([world.run().phase, agents(world)], ['reviewing', 'ci-eval-auditor:claude']);
    settleLane(world, 'claude');
    assert.equal(world.run().phase, 'needs-you');
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
  });

  it('is tried again after a trial that died with its host', () => {
    const world = limitedWriter(lifted);
    tick(world, afterLift);
    settleLane(world, 'codex', laneEnds('interrupted'));
    assert.deepEqual([world.run().attempt, agents(world)], [3, 'implementer:codex']);
    world.playUntil();
    assertGood(world);
  });

  it('is over when the trial fails for another reason, once its model had answered', () => {
    for (const code of ['lane.failed', 'lane.noReport', 'lane.commandCap']) {
      const world = limitedWriter(lifted);
      tick(world, afterLift);
      settleLane(world, 'codex', laneFails(code));
      assert.deepEqual(world.state.limits, {}, code);
      assert.equal(world.run().phase, 'needs-you');
    }
  });

  it('is not over when the trial was ended, or never asked its model', () => {
    const codes = ['stopped', 'terminated', 'timeout', 'spawnFailed', 'agentMissing', 'signedOut', 'server'];
    for (const code of codes) {
      const world = limitedWriter(lifted);
      tick(world, afterLift);
      settleLane(world, 'codex', laneFails(`lane.${code}`));
      assert.deepEqual(
        world.state.limits,
        { codex: { since: noon, until: lifted, trial: null, isSpent: false } },
        code,
      );
      assert.equal(world.run().phase, 'needs-you');
      world.do({ type: 'resumeLoop' });
      tick(world, afterLift);
      assert.equal(world.state.limits['codex']?.trial, lanes(world)[0]?.id);
    }
  });

  it('is still one after a trial that a person stopped', () => {
    const world = limitedWriter(lifted);
    tick(world, afterLift);
    world.do({ type: 'stopLoop' });
    settleLane(world, 'codex', laneFails('lane.stopped'));
    assert.equal(world.state.limits['codex']?.trial, null);
  });

  it('asks a person when another lane of the agent meets it while one tries', () => {
    const world = limitedReviewer(lifted);
    tick(world, afterLift);
    // The auditor had begun before the limit was met, and is still at work.
    assert.equal(agents(world), 'ci-eval-auditor:claude reviewer:claude');
    settleLane(world, 'claude', laneLimited(later));
    assert.deepEqual(world.state.limits['claude'], { since: noon, until: later, trial: null, isSpent: true });
    assert.equal(agents(world), 'reviewer:claude');
    settleLane(world, 'claude');
    const { ask } = world.run();
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'limit.spent');
  });

  it('is lifted early by a person who resumes although nothing else waits', () => {
    const world = limitedWriter(lifted);
    const resumed = world.do({ type: 'resumeLoop' });
    assert.ok(resumed.ok);
    assert.deepEqual(resumed.value[0], { type: 'limitLifted', agent: 'codex' });
    tick(world, noon);
    assert.equal(agents(world), 'implementer:codex');
    assert.equal(world.do({ type: 'resumeLoop' }).ok, false);
  });

  it('keeps its time when a person stops and resumes the loop', () => {
    const world = limitedWriter(lifted);
    world.do({ type: 'stopLoop' });
    tick(world, noon);
    assert.equal(world.run().phase, 'stopped');
    world.do({ type: 'resumeLoop' });
    tick(world, noon);
    assert.equal(agents(world), '');
    tick(world, afterLift);
    assert.equal(agents(world), 'implementer:codex');
  });
});
