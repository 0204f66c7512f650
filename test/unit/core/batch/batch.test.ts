import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { batchPlan, batchSeat, laneOf, newestBatch, startBatch } from '../../../builders/batch.ts';
import { CoreWorld, failedWith, person, reviewed } from '../../../builders/core.ts';
import { workUnits } from '../../../../src/core/mix/workUnits.ts';
import { expandedEight } from '../../../../src/core/topology/presets.ts';
import { seatBeat, seatState, seatVerdict } from '../../../../src/app/projections/batchStatus.ts';

const auditor = 'eval-claim-privacy-auditor';
const three = [batchSeat('reviewer'), batchSeat('ci-regression-auditor'), batchSeat('planner-triage')];
const fails = (code: string): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'failed', problem: problem(code, 'It failed.') },
  review: null,
});
const codes = (world: CoreWorld): readonly string[] => newestBatch(world).blockers.map((one) => one.code);
const stateOf = (world: CoreWorld, session: string): string => {
  const batch = newestBatch(world);
  return seatState(
    batch,
    batch.seats.find((seat) => seat.session === session)!,
  );
};

describe('a batch of read lanes', () => {
  it('starts all lanes at once, when every checkout is there', () => {
    const world = new CoreWorld();
    world.do({ type: 'startBatch', plan: batchPlan(three) });
    const worktrees = world.open('createWorktree');
    assert.equal(worktrees.length, 3);
    for (const effect of worktrees.slice(1)) world.settle(effect);
    assert.deepEqual(world.open('runLane'), []);
    world.settle(worktrees[0]!);
    assert.equal(world.open('runLane').length, 3);
  });

  it('ends completed, and clears its checkouts away', () => {
    const world = new CoreWorld();
    startBatch(world, batchPlan(three));
    world.playUntil();
    assert.deepEqual([newestBatch(world).decision, world.state.worktrees, world.state.openJobs], ['completed', {}, {}]);
  });

  it('waits until all its lanes fit, and holds no place meanwhile', () => {
    const world = new CoreWorld().start();
    world.playUntil('runLane');
    const eight = expandedEight.roles.map((role) => batchSeat(role.session, { lanes: three[0]!.lanes }));
    startBatch(world, batchPlan(eight));
    assert.deepEqual([newestBatch(world).jobs.length, world.open('runLane').length], [0, 1]);
    const [writer] = world.open('runLane');
    world.settle(writer!, failedWith());
    assert.equal(newestBatch(world).jobs.length, 8);
  });

  it('starts nothing when anything is in the way', () => {
    const world = new CoreWorld();
    const blocked = batchPlan(three, null, { blockers: [problem('runner.tooMany', 'Too many.')] });
    world.do({ type: 'startBatch', plan: blocked });
    assert.deepEqual([newestBatch(world).decision, world.open()], ['blocked', []]);
  });

  it('starts nothing for a dry run, and none beside another', () => {
    const world = new CoreWorld();
    world.do({ type: 'startBatch', plan: batchPlan(three, null, { execute: false }) });
    assert.deepEqual([newestBatch(world).decision, world.open()], ['planned', []]);
    startBatch(world, batchPlan(three));
    world.do({ type: 'startBatch', plan: batchPlan(three) });
    assert.deepEqual([newestBatch(world).decision, codes(world)], ['blocked', ['runner.running']]);
  });

  it('is kept with its work however many dry runs follow', () => {
    const world = new CoreWorld();
    startBatch(world, batchPlan(three));
    world.playUntil();
    const dry = batchPlan(three, null, { execute: false });
    for (let n = 0; n < 25; n++) world.do({ type: 'startBatch', plan: dry });
    assert.equal(workUnits(world.state).length, 3);
    assert.equal(newestBatch(world).decision, 'planned');
    for (let n = 0; n < 25; n++) {
      startBatch(world, batchPlan([batchSeat('reviewer')]));
      world.playUntil();
    }
    const decisions = Object.values(world.state.batches).map((batch) => batch.decision);
    const count = (decision: string): number => decisions.filter((one) => one === decision).length;
    // The newest was not among those that had ended when it began.
    assert.deepEqual([count('planned'), count('completed')], [20, 21]);
  });

  for (const [code, blocker, status] of [
    ['lane.timeout', 'runner.timeout', 'timeout'],
    ['lane.commandCap', 'runner.cap', 'budget-exceeded'],
    ['lane.spawnFailed', 'lane.spawnFailed', 'spawn-failed'],
    ['lane.failed', 'lane.failed', 'failed'],
  ] as const)
    it(`calls ${code} ${status}, and ends the others`, () => {
      const world = new CoreWorld();
      const plan = batchPlan(three, null, { options: { timeoutMs: 60_000, maxCommands: 2 } });
      startBatch(world, plan);
      world.settle(laneOf(world, 'reviewer'), fails(code));
      assert.deepEqual([codes(world), newestBatch(world).decision], [[blocker], 'running']);
      for (const session of ['ci-regression-auditor', 'planner-triage'])
        world.settle(laneOf(world, session), fails('lane.stopped'));
      assert.deepEqual([codes(world), newestBatch(world).decision], [[blocker], 'blocked']);
      assert.deepEqual([stateOf(world, 'reviewer'), stateOf(world, 'planner-triage')], [status, 'terminated']);
      world.playUntil();
      assert.deepEqual(world.state.worktrees, {});
    });

  it('gives all lanes one deadline, and a later one what is left of it', () => {
    const world = new CoreWorld();
    const dual = batchSeat('reviewer', {
      lanes: [
        { agent: 'codex', model: null, effort: null },
        { agent: 'claude', model: null, effort: null },
      ],
    });
    startBatch(world, batchPlan([dual], null, { options: { timeoutMs: 60_000 } }));
    world.awakeMs += 45_000;
    world.settle(laneOf(world, 'reviewer'), reviewed('pass'));
    for (const effect of world.open('createWorktree')) world.settle(effect);
    assert.deepEqual(
      newestBatch(world).jobs.map((job) => job.limits),
      [
        { timeoutMs: 60_000, deadlineAwake: 60_000 },
        { timeoutMs: 15_000, deadlineAwake: 60_000 },
      ],
    );
    const late = new CoreWorld();
    startBatch(late, batchPlan([dual], null, { options: { timeoutMs: 60_000 } }));
    late.awakeMs += 60_000;
    late.settle(laneOf(late, 'reviewer'), reviewed('pass'));
    for (const effect of late.open('createWorktree')) late.settle(effect);
    assert.deepEqual([codes(late), newestBatch(late).decision], [['runner.timeout'], 'blocked']);
  });

  it('ends its lanes when a person stops it', () => {
    const world = new CoreWorld();
    assert.equal(world.do({ type: 'stopBatch' }).ok, false);
    startBatch(world, batchPlan([batchSeat('reviewer')]));
    world.do({ type: 'stopBatch' }, person);
    world.settle(laneOf(world, 'reviewer'), fails('lane.stopped'));
    assert.deepEqual([codes(world), newestBatch(world).decision], [['runner.stopped'], 'blocked']);
  });

  it('ends its lanes with the loop, and without one', () => {
    for (const world of [new CoreWorld(), new CoreWorld().start()]) {
      startBatch(world, batchPlan([batchSeat('reviewer')]));
      world.do({ type: 'stopLoop' });
      assert.deepEqual(codes(world), ['runner.stopped']);
    }
  });

  it('keeps of an assignment nothing that is secret', () => {
    const world = new CoreWorld();
    const assignment = 'Use ghp_0123456789abcdefghijABCDEFGHIJ012345 there.';
    startBatch(world, batchPlan([batchSeat('reviewer', { assignment })]));
    const kept = newestBatch(world).seats[0]?.assignment ?? '';
    assert.ok(kept.startsWith('Use ') && kept.endsWith(' there.') && !kept.includes('ghp_'), kept);
    assert.ok(!JSON.stringify(world.log).includes('ghp_'));
  });

  it('is blocked by a checkout that could not be made', () => {
    const world = new CoreWorld();
    world.do({ type: 'startBatch', plan: batchPlan(three) });
    const [first, ...rest] = world.open('createWorktree');
    world.settle(first!, failedWith());
    for (const effect of rest) world.settle(effect);
    assert.deepEqual([newestBatch(world).decision, newestBatch(world).jobs], ['blocked', []]);
  });

  it('is blocked by a reader that wrote, whatever its seat, and takes no verdict of it', () => {
    for (const session of ['reviewer', 'planner-triage']) {
      const world = new CoreWorld();
      startBatch(world, batchPlan([batchSeat(session)]));
      world.settle(laneOf(world, session), reviewed('pass', true));
      assert.deepEqual(
        [codes(world), newestBatch(world).verdicts, newestBatch(world).decision],
        [['review.wrote'], [], 'blocked'],
      );
    }
  });

  it('is blocked by a reader that wrote and then failed, for both reasons', () => {
    const world = new CoreWorld();
    startBatch(world, batchPlan([batchSeat('reviewer')]));
    const [failure, wrote] = [fails('lane.exit'), reviewed(null, true)];
    assert.ok(failure.kind === 'runLane' && wrote.kind === 'runLane');
    world.settle(laneOf(world, 'reviewer'), { ...failure, review: wrote.review });
    assert.deepEqual([codes(world), newestBatch(world).decision], [['lane.exit', 'review.wrote'], 'blocked']);
  });

  it('goes on after a crash as if there had been none', () => {
    const world = new CoreWorld();
    startBatch(world, batchPlan(three));
    world.crash();
    world.playUntil();
    assert.equal(newestBatch(world).decision, 'completed');
  });
});

describe('the seat that a rule judges', () => {
  const audit = (found: readonly { file: string; issue: string }[], isPrivate = false): CoreWorld => {
    const world = new CoreWorld();
    const plan = batchPlan([batchSeat(auditor), batchSeat('reviewer')]);
    const surface = { surface: 'code', private: isPrivate, routine: false };
    startBatch(world, { ...plan, change: { ...plan.change!, surface } });
    assert.equal(newestBatch(world).jobs.length, 1);
    world.settle(laneOf(world, 'reviewer'), reviewed('pass'));
    const [effect] = world.open('auditBatch');
    world.settle(effect!, { kind: 'auditBatch', found });
    return world;
  };
  const verdictOf = (world: CoreWorld): unknown => {
    const batch = newestBatch(world);
    const seat = batch.seats[0]!;
    return [seatVerdict(batch, seat), seatBeat(batch, seat), seatState(batch, seat), batch.decision];
  };

  it('is clear when nothing was found, and never a process', () => {
    assert.deepEqual(verdictOf(audit([])), ['approved', 'clear', 'completed', 'completed']);
  });
  it('blocks on anything private', () => {
    const found = [{ file: 'codex_runs/reviewer/last_message.md', issue: 'absolute local path' }];
    assert.deepEqual(verdictOf(audit(found)), ['blocked', 'blocked', 'completed', 'completed']);
  });
  it('blocks on a change that may claim nothing', () => {
    assert.deepEqual(verdictOf(audit([], true)), ['blocked', 'blocked', 'completed', 'completed']);
  });
  it('blocks the batch when it could not be looked at', () => {
    const world = new CoreWorld();
    startBatch(world, batchPlan([batchSeat(auditor)]));
    const [effect] = world.open('auditBatch');
    world.settle(effect!, failedWith());
    assert.deepEqual([newestBatch(world).decision, newestBatch(world).verdicts], ['blocked', []]);
  });
});
