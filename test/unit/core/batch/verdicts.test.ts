import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { workUnits } from '../../../../src/core/mix/workUnits.ts';
import { batchPlan, batchSeat, laneOf, newestBatch, startBatch } from '../../../builders/batch.ts';
import { CoreWorld, host, reviewed } from '../../../builders/core.ts';
import type { SharedLook } from '../../../../src/core/breach/types.ts';
import { isOpen } from '../../../../src/app/views/breachNodes.ts';
import { expandedEight } from '../../../../src/core/topology/presets.ts';
import { seatBeat, seatVerdict } from '../../../../src/app/projections/batchStatus.ts';

/** A world whose loop has reviewed its task with the seats of the eight, and waits for a person. */
function waitingWorld(): CoreWorld {
  const agents = Object.fromEntries(expandedEight.roles.map((role) => [role.session, 'codex']));
  const world = new CoreWorld().start(undefined, { topology: expandedEight, agents });
  world.playUntil();
  return world;
}

describe('the verdicts of a batch', () => {
  const beatOf = (world: CoreWorld, session: string): string | null => {
    const batch = newestBatch(world);
    return seatBeat(
      batch,
      batch.seats.find((seat) => seat.session === session)!,
    );
  };

  for (const [what, session, outcome, beat, verdict] of [
    ['a pass', 'reviewer', reviewed('pass'), 'passed', 'approved'],
    ['no pass', 'reviewer', reviewed('not-pass'), 'blocked', 'needs-attention'],
    ['no verdict in the one grammar', 'reviewer', reviewed(null), null, 'error'],
    ['a pass of a seat that blocks nothing', 'planner-triage', reviewed('pass'), null, null],
  ] as const)
    it(`tell the gate ${beat ?? 'nothing'} of ${what}, and are no reason to block the batch`, () => {
      const world = new CoreWorld();
      startBatch(world, batchPlan([batchSeat(session)]));
      world.settle(laneOf(world, session), outcome);
      const batch = newestBatch(world);
      assert.deepEqual(
        [beatOf(world, session), seatVerdict(batch, batch.seats[0]!), batch.decision],
        [beat, verdict, 'completed'],
      );
    });

  it('count for the run that made the commit, also against it', () => {
    const world = waitingWorld();
    assert.equal(world.run().gate?.open, true);
    startBatch(world, batchPlan([batchSeat('reviewer')], world.run()));
    world.settle(laneOf(world, 'reviewer'), reviewed('not-pass'));
    assert.equal(world.run().gate?.open, false);
    assert.equal(newestBatch(world).decision, 'completed');
  });

  const dual = batchSeat('reviewer', {
    lanes: ['codex', 'claude'].map((agent) => ({ agent, model: null, effort: null })),
  });
  for (const [what, words, counted, beat, verdict] of [
    ['two passes', ['pass', 'pass'], ['pass', 'pass'], 'passed', 'approved'],
    ['a pass and a NOT PASS', ['pass', 'not-pass'], ['pass', 'not-pass'], 'blocked', 'needs-attention'],
    ['a NOT PASS and a pass', ['not-pass', 'pass'], ['not-pass', 'pass'], 'blocked', 'needs-attention'],
    ['a pass and a lane that said nothing', ['pass', null], [], null, 'error'],
    ['a NOT PASS and a lane that said nothing', ['not-pass', null], ['not-pass'], 'blocked', 'error'],
  ] as const)
    it(`of two lanes count together: ${what}`, () => {
      const world = waitingWorld();
      const before = world.run().verdicts.length;
      startBatch(world, batchPlan([dual], world.run(), { kind: 'turn' }));
      const [first, second] = words;
      world.settle(laneOf(world, 'reviewer'), reviewed(first));
      const early = world.run().verdicts.slice(before);
      assert.deepEqual(
        early.map((one) => one.word),
        first === 'pass' ? [] : ['not-pass'],
      );
      assert.equal(seatVerdict(newestBatch(world), dual), first === 'pass' ? null : 'needs-attention');
      for (const effect of world.open('createWorktree')) world.settle(effect);
      world.settle(laneOf(world, 'reviewer'), reviewed(second));
      assert.deepEqual(
        world
          .run()
          .verdicts.slice(before)
          .map((one) => one.word),
        counted,
      );
      assert.deepEqual([beatOf(world, 'reviewer'), seatVerdict(newestBatch(world), dual)], [beat, verdict]);
    });

  it('of a seat whose second lane never came count for nothing', () => {
    const world = waitingWorld();
    const before = world.run().verdicts.length;
    startBatch(world, batchPlan([dual], world.run(), { kind: 'turn' }));
    world.settle(laneOf(world, 'reviewer'), reviewed('pass'));
    world.do({ type: 'stopBatch' });
    world.playUntil();
    assert.equal(newestBatch(world).decision, 'blocked');
    assert.deepEqual([world.run().verdicts.length, beatOf(world, 'reviewer')], [before, null]);
    assert.equal(seatVerdict(newestBatch(world), dual), 'error');
  });

  for (const [what, kind, code, gateCode] of [
    ['changed what all share', 'config', 'runner.breach', 'gate.breach'],
    ['could not be watched', null, 'runner.breachUnseen', 'gate.breachUnseen'],
  ] as const)
    it(`count for nothing of a lane that ${what}; the gate stays closed until a person accepts it`, () => {
      const world = waitingWorld();
      const before = world.run().verdicts.length;
      startBatch(world, batchPlan([batchSeat('reviewer')], world.run(), { kind: 'turn' }));
      const look = (change: Partial<SharedLook>) =>
        world.do({ type: 'observeShared', look: { facts: 'd1', changes: [], ...change } }, host);
      look({});
      const lane = laneOf(world, 'reviewer');
      const changes = [
        { kind: 'config', name: 'core.hookspath', from: null, to: 'x', usual: false, ties: [] } as const,
      ];
      look(kind === null ? { facts: null } : { facts: 'd2', changes });
      assert.deepEqual(
        [world.run().gate?.open, world.run().gate?.rules.flatMap((rule) => rule.missing.map((one) => one.code))],
        [false, [gateCode]],
      );
      world.settle(lane, reviewed('pass'));
      world.playUntil();
      const batch = newestBatch(world);
      assert.deepEqual([batch.decision, batch.blockers.map((one) => one.code)], ['blocked', [code]]);
      assert.equal(world.run().verdicts.length, before);
      const approved = world.do({ type: 'approve', run: world.run().id, head: world.run().change?.head ?? '' });
      assert.equal(approved.ok, false);
      const [breach] = Object.values(world.state.breaches);
      assert.ok(breach && isOpen(world.state, breach));
      assert.ok(world.do({ type: 'acceptBreach', breach: breach.id }).ok);
      assert.deepEqual([world.run().gate?.open, world.run().verdicts.length], [true, before]);
    });

  it('that may not be shown are no work', () => {
    for (const [code, units] of [
      ['review.private', 0],
      ['verdict.missing', 1],
    ] as const) {
      const world = new CoreWorld();
      startBatch(world, batchPlan([batchSeat('reviewer')]));
      const outcome = reviewed(null);
      assert.ok(outcome.kind === 'runLane' && outcome.review);
      const review = { ...outcome.review, problem: problem(code, 'No.') };
      world.settle(laneOf(world, 'reviewer'), { ...outcome, review });
      assert.equal(workUnits(world.state).length, units, code);
    }
  });

  it('count for nothing that did not ask for them', () => {
    const world = waitingWorld();
    startBatch(world, batchPlan([batchSeat('reviewer')], world.run(), { options: { counts: false } }));
    world.settle(laneOf(world, 'reviewer'), reviewed('not-pass'));
    assert.deepEqual([world.run().gate?.open, newestBatch(world).verdicts.length], [true, 1]);
  });

  it('count for nothing on a commit that the run has left behind', () => {
    const world = waitingWorld();
    startBatch(world, batchPlan([batchSeat('reviewer')], world.run()));
    const lane = laneOf(world, 'reviewer');
    world.do({ type: 'returnRun', run: world.run().id, comments: 'Again.' });
    while (world.run().change?.round === 1) world.settle(world.open().find((effect) => effect.id !== lane.id)!);
    world.settle(lane, reviewed('not-pass'));
    assert.deepEqual(
      [world.run().verdicts.some((verdict) => verdict.word === 'not-pass'), newestBatch(world).verdicts.length],
      [false, 1],
    );
  });

  it('of a seat that blocks nothing count for nothing', () => {
    const world = waitingWorld();
    startBatch(world, batchPlan([batchSeat('planner-triage')], world.run()));
    world.settle(laneOf(world, 'planner-triage'), reviewed('not-pass'));
    assert.equal(world.run().gate?.open, true);
  });
});
