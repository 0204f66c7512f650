import assert from 'node:assert/strict';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { assertGood, CoreWorld, failedWith, host, loopOptions, reviewed } from '../../../builders/core.ts';
import { aSource } from '../../../builders/source.ts';

const given = { title: 'Issue 20', body: 'Mend it.', checks: [] };

function begin(): CoreWorld {
  const world = new CoreWorld();
  world.heads.set('refs/heads/fix/issue-20', 'work');
  const source = aSource({ reviewOnly: true });
  const options = loopOptions({ checksRequired: false, promotes: true, source });
  world.do({ type: 'startLoop', options, claims: {}, given });
  return world;
}

/** A review whose whole text is kept. */
const kept = (job: string, word: 'pass' | 'not-pass'): Outcome => {
  const outcome = reviewed(word);
  if (outcome.kind !== 'runLane' || outcome.outcome.kind !== 'report') throw new Error('no report');
  return { ...outcome, outcome: { ...outcome.outcome, whole: `digest of ${job}` }, seal: `seal of ${job}` };
};

function step(world: CoreWorld, word: 'pass' | 'not-pass' = 'pass'): boolean {
  const [next] = world.open();
  if (!next) return false;
  const job = next.kind === 'runLane' ? world.run().jobs.find(({ id }) => id === next.job) : undefined;
  world.settle(next, job?.kind === 'review' ? kept(job.id, word) : undefined);
  return true;
}

function untilPromotion(world: CoreWorld): void {
  while (world.open('promoteReports').length === 0) assert.ok(step(world));
}

describe('promotion of reports', () => {
  it('takes exactly the reports that the gate opened on, with the digests of the log', () => {
    const world = begin();
    while (world.run()?.round < 2 || world.open('promoteReports').length === 0) {
      const isFirst = (world.state.runs[Object.keys(world.state.runs)[0] ?? '']?.round ?? 0) < 2;
      assert.ok(step(world, isFirst ? 'not-pass' : 'pass'));
    }
    const [effect] = world.open('promoteReports');
    assert.ok(effect?.kind === 'promoteReports');
    const passed = world.run().verdicts.filter(({ word }) => word === 'pass');
    assert.equal(passed.length, 2);
    assert.deepEqual(
      effect.reports.map(({ job, digest }) => [job, digest]),
      passed.map(({ job }) => [job, `digest of ${job}`]),
    );
    assert.equal(effect.identity.head, world.run().change?.head);
    assert.equal(world.run().phase, 'promoting');
    assert.equal(Object.values(world.state.loops)[0]?.state, 'running', 'the loop is not over before');
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().promoted?.head, world.run().change?.head);
    assert.equal(Object.values(world.state.loops)[0]?.outcome, 'completed');
  });

  it('is done once, whenever the process dies', () => {
    for (let stop = 0; stop < 16; stop += 1) {
      const world = begin();
      for (let n = 0; n < stop; n += 1) step(world);
      world.crash();
      while (step(world));
      assertGood(world);
      const done = world.log.filter(({ event }) => event.type === 'reportsPromoted');
      const asked = world.log.filter(
        ({ event }) => event.type === 'effectRequested' && event.effect.kind === 'promoteReports',
      );
      assert.deepEqual([done.length, asked.length], [1, 1]);
    }
  });

  it('asks a person where it fails, and is tried again', () => {
    const world = begin();
    untilPromotion(world);
    const [effect] = world.open('promoteReports');
    assert.ok(effect);
    world.settle(effect, failedWith());
    assert.equal(world.run().phase, 'needs-you');
    assert.equal(Object.values(world.state.loops)[0]?.outcome, 'blocked');
    world.do({ type: 'resumeLoop' });
    assert.equal(world.open('promoteReports').length, 1);
    while (step(world));
    assertGood(world);
  });

  it('leaves none out: where one report was not kept, no file names the others', () => {
    const world = begin();
    let n = 0;
    for (let steps = 0; steps < 60 && world.open().length > 0; steps += 1) {
      const [next] = world.open();
      const isReview =
        next?.kind === 'runLane' && world.run().jobs.some((job) => job.id === next.job && job.kind === 'review');
      if (next && isReview && (n += 1) === 1) world.settle(next, reviewed('pass'));
      else step(world);
    }
    assertGood(world);
    assert.equal(world.run().phase, 'waiting');
    assert.equal(world.run().promoted, undefined);
  });

  const decided = (abandon = false): CoreWorld => {
    const world = begin();
    while (step(world));
    const { id, change } = world.run();
    world.do(abandon ? { type: 'abandonRun', run: id } : { type: 'approve', run: id, head: change?.head ?? '' });
    return world;
  };
  const clearing = (world: CoreWorld) =>
    world.log.flatMap(({ event }) =>
      event.type === 'effectRequested' && event.effect.kind === 'clearJobFolders' ? [event.effect] : [],
    );

  it('lets the job folders go once all is decided, and not before', () => {
    const waiting = begin();
    while (step(waiting));
    assert.equal(waiting.run().phase, 'waiting');
    assert.deepEqual(clearing(waiting), []);
    for (const world of [decided(), decided(true)]) {
      const [effect] = world.open('clearJobFolders');
      assert.ok(effect?.kind === 'clearJobFolders');
      assert.deepEqual(
        effect.folders,
        world.run().jobs.map(({ id }) => ({ job: id, seal: `seal of ${id}` })),
      );
      world.crash();
      world.settle(effect);
      assert.equal(world.run().phase, 'ended');
      assert.ok(world.run().jobs.every((job) => job.cleared));
      world.do({ type: 'observeRefs', refs: {} }, host);
      assert.equal(clearing(world).length, 1);
    }
  });

  it('keeps the folders where clearing fails, and asks nobody', () => {
    const world = decided();
    const [effect] = world.open('clearJobFolders');
    assert.ok(effect);
    world.settle(effect, failedWith());
    assert.equal(world.run().phase, 'ended');
    assert.ok(world.run().jobs.every((job) => !job.cleared));
    assert.equal(clearing(world).length, 1);
  });

  it('lets no folder go of work that was not promoted', () => {
    const world = begin();
    while (step(world));
    world.do({ type: 'returnRun', run: world.run().id, comments: 'More.' });
    while (step(world, 'not-pass'));
    world.do({ type: 'abandonRun', run: world.run().id });
    world.playUntil();
    assert.equal(world.run().phase, 'ended');
    assert.deepEqual(clearing(world), []);
  });

  it('is none of a loop that did not ask for it, nor of one that is not passed', () => {
    const world = new CoreWorld().start();
    world.playUntil();
    assertGood(world);
    const open = begin();
    for (let n = 0; n < 200 && step(open, 'not-pass'); n += 1);
    for (const one of [world, open])
      assert.ok(
        !one.log.some(({ event }) => event.type === 'effectRequested' && event.effect.kind === 'promoteReports'),
      );
  });
});
