import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DomainEvent } from '../../../src/core/event.ts';
import { fold } from '../../../src/core/evolve.ts';
import { overlap } from '../../../src/core/lease/claims.ts';
import { covers } from '../../../src/core/lease/glob.ts';
import { isActive, isBusy, isWorking, openEffects } from '../../../src/core/loop/phases.ts';
import { isMerging } from '../../../src/core/merged/select.ts';
import type { Run } from '../../../src/core/loop/types.ts';
import { isShipped } from '../../../src/core/ship/shipsOf.ts';
import type { State } from '../../../src/core/state.ts';
import { expandedEight, fourRole } from '../../../src/core/topology/presets.ts';
import type { LoopSteps } from '../../../src/core/loop/options.ts';
import { withPlanner } from '../../../src/core/topology/planner.ts';
import { CoreWorld, host, loopOptions, taskOf } from '../../builders/core.ts';
import { allSteps } from '../../builders/steps.ts';
import { act, actions, whatLands, type Action } from '../../builders/coreActions.ts';

const tasks = [
  taskOf('T-2026-0001', { claims: ['src/**'] }),
  taskOf('T-2026-0002', { claims: ['src/a.ts', 'docs/plans/x.md'], priority: 1 }),
  taskOf('T-2026-0003', { claims: [], status: 'todo' }),
  taskOf('T-2026-0004', { claims: ['docs'], checks: ['make lint'] }),
  taskOf('T-2026-0005', { claims: ['other'], checks: ['a | b'] }),
];

interface Shape {
  readonly eight: boolean;
  readonly limit: number | null;
  readonly steps: Partial<LoopSteps> | null;
}

function worldOf({ eight, limit, steps }: Shape): CoreWorld {
  const topology = withPlanner(eight ? expandedEight : fourRole);
  const agents = Object.fromEntries(topology.roles.map((role) => [role.session, 'codex']));
  const world = new CoreWorld();
  world.do({ type: 'readQueue', tasks, problems: [] });
  const options = loopOptions({
    topology,
    agents,
    limit,
    maxRounds: 2,
    loadBearing: ['src/a.ts'],
    ...(steps ? { steps } : {}),
  });
  world.do({ type: 'startLoop', options, claims: {} });
  return world;
}

/** Evidence looked up in the log by the rules of the design, without the gate's own code. */
function assertEvidence(state: State, run: Run): void {
  const { change, base } = run;
  assert.ok(change && base, 'waiting without a change');
  const loadBearing = change.files.some((file) => run.options.loadBearing.some((glob) => covers(glob, file.path)));
  for (const role of run.options.topology.roles) {
    if (role.required === 'never' || (role.required === 'load-bearing' && !loadBearing)) continue;
    const replaced = new Set(run.verdicts.map((verdict) => verdict.replaces));
    const own = run.verdicts.filter(
      ({ session, identity, job }) =>
        !replaced.has(job) &&
        session === role.session &&
        identity.head === change.head &&
        identity.tree === change.tree &&
        identity.base === base.commit &&
        identity.round === change.round &&
        identity.run === run.id,
    );
    assert.ok(own.length > 0 && own.every((verdict) => verdict.word === 'pass'), `${role.session} did not pass`);
    assert.equal(run.lowered[role.session], undefined, `${role.session} took its pass back`);
  }
  for (const check of run.checks)
    assert.ok(
      run.results.some((result) => result.check.line === check.line && result.head === change.head),
      `${check.line} did not run`,
    );
  assert.ok(run.results.every((result) => result.head !== change.head || result.outcome === 'passed'));
  assert.deepEqual(run.faults, []);
  assert.ok(change.files.every((file) => run.claims.some((claim) => covers(claim, file.path))));
  assert.ok(run.lease !== null && state.leases[run.lease] !== undefined);
  assert.equal(state.refs[`refs/heads/${run.branch}`], change.head);
  if (state.refs[base.ref] !== base.commit) assertMerged(state.refs[base.ref] ?? '', run);
}

/** The base moved: what would be on it was merged onto exactly that base, and checked as that. */
function assertMerged(baseNow: string, { merged, change, results, options }: Run): void {
  assert.ok(merged?.made.kind === 'clean', 'open without a merge');
  assert.deepEqual([merged.base, merged.head, merged.made.both], [baseNow, change?.head, []]);
  const { commit } = merged.made;
  assert.ok(merged.checks.length > 0 || !options.checksRequired, 'open without a check');
  for (const { line } of merged.checks) {
    const own = results.filter((result) => result.head === commit && result.check.line === line);
    assert.ok(own.length > 0 && own.every(({ outcome }) => outcome === 'passed'), `${line} did not pass on ${commit}`);
  }
}

/** All seats are one agent's: a limit with a time, or one that a lane just tries, keeps every run. */
const waitsForTime = ({ limits }: State): boolean =>
  Object.values(limits).some((limit) => limit.trial !== null || (limit.until !== null && !limit.isSpent));

/** A worktree of the run's is on its way out, and another one of its name comes only afterwards. */
const isLeft = ({ effects }: State, run: Run): boolean =>
  Object.values(effects).some(({ effect }) => effect.kind === 'removeWorktree' && effect.run === run.id);

function assertRun(state: State, run: Run): void {
  const stopping = state.loops[run.loop]?.state === 'stopping';
  if (isActive(run))
    assert.ok(
      stopping ? openEffects(state, run).length > 0 : isBusy(state, run) || isLeft(state, run) || waitsForTime(state),
      `${run.id} stalls: ${run.phase}`,
    );
  if (isMerging(run)) assert.ok(isBusy(state, run) || isLeft(state, run), `${run.id} is merged by nobody`);
  if (run.phase === 'stopped') assert.ok(!isBusy(state, run), 'stopped with something under way');
  if (run.phase === 'needs-you') assert.ok(run.ask, 'needs-you without a question');
  if (isActive(run) || run.phase === 'waiting') assert.equal(run.ask, null);
  if (run.phase === 'waiting' && run.gate?.open) assertEvidence(state, run);
  if (run.phase === 'ended' && openEffects(state, run).length === 0) {
    const left = Object.values(state.worktrees).filter((one) => one.run === run.id && one.state !== 'failed');
    assert.deepEqual(left, []);
    assert.ok(Object.values(state.leases).every((lease) => lease.run !== run.id || lease.borrower?.token === 'token'));
  }
}

function assertState(state: State): void {
  const leases = Object.values(state.leases);
  for (const [i, lease] of leases.entries())
    for (const other of leases.slice(i + 1)) assert.equal(overlap(lease.claims, other.claims), null);
  assert.equal(new Set(leases.map((lease) => lease.epoch)).size, leases.length);
  for (const { run, borrower } of leases) {
    const writer = state.runs[run ?? '']?.jobs.find((job) => job.access === 'write' && !job.ended);
    if (writer) assert.notEqual(borrower, null, 'somebody writes without having borrowed the lease');
    if (run !== null && borrower?.token !== 'token') assert.equal(borrower?.token, writer?.id);
  }
  for (const run of Object.values(state.runs)) assertRun(state, run);
  assert.deepEqual(
    new Set(Object.keys(state.openRuns)),
    new Set(
      Object.values(state.runs).flatMap((run) =>
        run.phase === 'ended' &&
        (run.decision?.kind !== 'approved' || run.decision.merged || isShipped(state.ships, run))
          ? []
          : [run.id],
      ),
    ),
  );
  for (const loop of Object.values(state.loops))
    if (loop.state !== 'ended')
      assert.ok(
        (loop.state === 'running' && waitsForTime(state)) ||
          Object.values(state.runs).some(
            (run) => run.loop === loop.id && (loop.state === 'stopping' ? isWorking(state, run) : isActive(run)),
          ),
        `${loop.id} is ${loop.state} with nothing to do`,
      );
  for (const { effect } of Object.values(state.effects))
    if (effect.kind === 'removeWorktree') {
      const inside = Object.values(state.effects).filter(
        (other) =>
          (other.effect.kind === 'runLane' &&
            Object.values(state.runs).some((run) =>
              run.jobs.some((job) => `${job.id}/lane` === other.effect.id && job.worktree === effect.worktree),
            )) ||
          ((other.effect.kind === 'capturePatch' || other.effect.kind === 'runChecks') &&
            other.effect.path === effect.path),
      );
      assert.deepEqual(inside, [], 'a worktree is removed while something works in it');
    }
}

/** Every request is settled by exactly one outcome, and none is made twice while it is open. */
function assertSettledOnce(events: readonly DomainEvent[]): void {
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'effectRequested') {
      assert.ok(!open.has(event.effect.id), `${event.effect.id} is requested twice`);
      open.add(event.effect.id);
    }
    if (event.type === 'effectSettled') assert.ok(open.delete(event.effect), `${event.effect} is settled twice`);
  }
}

const story = fc.record({
  eight: fc.boolean(),
  limit: fc.constantFrom(1, 3, null),
  steps: fc.constantFrom(null, allSteps, { ...allSteps, maxRebuttals: 2, floors: ['major'], maxMs: 1 } as const),
  actions: fc.array(actions, { minLength: 5, maxLength: 70 }),
});

function tell(world: CoreWorld, taken: readonly Action[]): void {
  for (const action of taken) {
    act(world, action);
    assertState(world.state);
  }
}

/** Answers everything that a person can be asked until every run has ended. */
function bringToAnEnd(world: CoreWorld): void {
  world.at = '2026-02-01T12:00:00Z';
  world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
  for (let n = 0; n < 60; n++) {
    world.playUntil();
    assertState(world.state);
    const run = Object.values(world.state.runs).find((one) => one.phase !== 'ended');
    if (!run) return;
    for (const lease of Object.keys(world.state.leases)) world.do({ type: 'returnLease', lease, token: 'token' });
    world.observe();
    if (run.phase === 'waiting' && world.run(run.task.id).gate?.open)
      world.do({ type: 'approve', run: run.id, head: whatLands(world.state, run) });
    else if (run.ask?.kind === 'claims') world.do({ type: 'setClaims', run: run.id, claims: [`free-${run.id}`] });
    else if (run.ask?.kind === 'checks') for (const { argv } of run.ask.checks) world.do({ type: 'allowCheck', argv });
    else if (run.phase === 'stopped' || n % 3 === 0) world.do({ type: 'resumeLoop' });
    else if (n % 3 === 1) world.do({ type: 'returnRun', run: run.id, comments: 'Again.' });
    else if (n > 20) assert.ok(world.do({ type: 'abandonRun', run: run.id }).ok, `${run.id} can't be ended`);
  }
  assert.fail('some run never ends, whatever a person answers');
}

describe('the core under any sequence of commands', () => {
  it('never stalls, never lets claims meet, and waits for a person only on complete evidence', () => {
    fc.assert(
      fc.property(story, ({ actions: taken, ...shape }) => {
        const world = worldOf(shape);
        assertState(world.state);
        tell(world, taken);
        assertSettledOnce(world.log.map((one) => one.event));
      }),
      { numRuns: 400 },
    );
  });

  it('folds every prefix of its log, and folds it again to the same state', () => {
    fc.assert(
      fc.property(story, ({ actions: taken, ...shape }) => {
        const world = worldOf(shape);
        tell(world, taken);
        assert.deepEqual(fold(world.log), world.state);
        const cut = Math.floor(world.log.length / 2);
        const middle: State = JSON.parse(JSON.stringify(fold(world.log.slice(0, cut))));
        assert.deepEqual(fold(world.log.slice(cut), middle), world.state);
      }),
      { numRuns: 60 },
    );
  });

  it('can always be brought to an end by answering what it asks', () => {
    fc.assert(
      fc.property(story, ({ actions: taken, ...shape }) => {
        const world = worldOf(shape);
        tell(world, taken);
        bringToAnEnd(world);
      }),
      { numRuns: 100 },
    );
  });
});
