import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import type { PatchPlan } from '../../../../src/core/patch/types.ts';
import { workUnits } from '../../../../src/core/mix/workUnits.ts';
import { newestRunOf } from '../../../../src/core/loop/newestRun.ts';
import { teamPlan } from '../../../builders/team.ts';
import { waiting } from '../../../builders/coreCommands.ts';
import {
  aProblem,
  CoreWorld,
  failedWith,
  fileOf,
  host,
  laneEnds,
  laneLimited,
  loopOptions,
  taskOf,
} from '../../../builders/core.ts';

const task = taskOf('T-2026-0001');

const terms = {
  sandbox: 'workspace-write',
  auth: { mode: 'chatgpt', status: 'ok' },
  model: null,
  timeoutMs: 0,
  maxCommands: 0,
} as const;

const plan = (changes: Partial<PatchPlan> = {}): PatchPlan => ({
  task,
  claims: task.claims,
  session: 'implementer',
  role: 'Implementer',
  agent: 'codex',
  options: {
    ...loopOptions({ tasks: [task.id], checksRequired: false }),
    patch: { command: ['codex'], terms, assignment: null, base: null, seedChanges: false },
  },
  command: ['codex'],
  terms,
  blockers: [],
  warnings: [],
  ...changes,
});

function proposing(changes: Partial<PatchPlan> = {}, world = new CoreWorld()): CoreWorld {
  world.do({ type: 'readQueue', tasks: [task], problems: [] }, host);
  assert.ok(world.do({ type: 'startPatch', plan: plan(changes) }).ok);
  return world;
}

const captured = (world: CoreWorld, changes: Partial<Extract<Outcome, { kind: 'capturePatch' }>>): Outcome => {
  const [effect] = world.playUntil('capturePatch').open('capturePatch');
  const good = world.success(effect!);
  assert.ok(good.kind === 'capturePatch');
  return { ...good, ...changes };
};
const settle = (world: CoreWorld, kind: 'capturePatch' | 'runLane', outcome: Outcome): void => {
  world.playUntil(kind).settle(world.open(kind)[0]!, outcome);
  world.playUntil();
};
const codes = ({ state }: CoreWorld): readonly string[] => (state.proposal?.blockers ?? []).map(({ code }) => code);

describe('a run that proposes', () => {
  it('ends with what was captured: no branch moved, nothing reviewed, no lease and no worktree left', () => {
    const world = proposing().playUntil();
    assert.deepEqual([world.state.proposal?.verdict, world.state.proposal?.clean], ['proposed', true]);
    assert.match(world.state.proposal?.patch ?? '', /^patch-/);
    assert.deepEqual([world.run().phase, world.run().verdicts, world.heads.size], ['ended', [], 0]);
    assert.deepEqual([Object.keys(world.state.leases), Object.keys(world.state.worktrees)], [[], []]);
    assert.equal(Object.values(world.state.loops).at(-1)?.outcome, 'completed');
    assert.equal(newestRunOf(world.state, task.id), undefined, 'it is no work of its task');
    const removal = world.log.find(
      ({ event }) => event.type === 'effectRequested' && event.effect.kind === 'removeWorktree',
    );
    assert.ok(removal?.event.type === 'effectRequested' && removal.event.effect.kind === 'removeWorktree');
    assert.match(String(removal.event.effect.known), /tree-1/, 'the log keeps what was proposed');
  });

  it('is a work unit where it is proposed, and leaves the mix as it is where it may not be shown', () => {
    const world = proposing();
    const fault = problem('patch.private', 'Private.');
    settle(world, 'capturePatch', captured(world, { faults: [fault], patch: '' }));
    assert.deepEqual([codes(world), workUnits(world.state)], [['patch.private'], []]);
    const other = proposing().playUntil();
    assert.deepEqual(
      workUnits(other.state).map(({ agent, wu }) => [agent, wu]),
      [['codex', 1]],
    );
    other.crash();
    assert.equal(workUnits(other.state).length, 1);
  });

  it('keeps nothing private of what a person assigned to it', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { options } = plan();
    const assigned = { ...options!, patch: { ...options!.patch, assignment: `Use ${token}.` } };
    const world = proposing({ options: assigned }).playUntil();
    assert.ok(!JSON.stringify(world.log).includes(token));
    assert.match(world.run().options.patch?.assignment ?? '', /^Use \[redacted: [^\]]+\]\.$/);
  });

  it('is not proposed at any moment before its end, however it is cut short', () => {
    const world = proposing().playUntil();
    world.do({ type: 'startPatch', plan: plan() });
    for (let steps = 0; world.open().length > 0 && steps < 50; steps += 1) {
      if (world.run().phase !== 'ended')
        assert.deepEqual([world.state.proposal?.verdict, codes(world)], ['blocked', ['patch.unfinished']]);
      world.crash();
      world.settle(world.open()[0]!);
    }
    assert.equal(world.state.proposal?.verdict, 'proposed');
  });

  const stray = problem('patch.private', 'Private.');
  for (const [what, kind, outcome, verdict, expected, clean] of [
    ['nothing', 'capturePatch', { roundFiles: [], files: [] }, 'empty', [], true],
    [
      'what can’t be taken',
      'capturePatch',
      { roundFiles: [], files: [], faults: [aProblem] },
      'blocked',
      ['test.failed'],
      true,
    ],
    ['a file outside', 'capturePatch', { roundFiles: [fileOf('b.txt')] }, 'blocked', ['patch.outsideClaim'], true],
    ['something private', 'capturePatch', { faults: [stray] }, 'blocked', ['patch.private'], false],
    [
      'something private outside',
      'capturePatch',
      { faults: [stray], roundFiles: [fileOf('b.txt')] },
      'blocked',
      ['patch.private'],
      false,
    ],
    ['a lane that failed', 'runLane', laneEnds('failed'), 'blocked', ['test.failed'], true],
    ['a lane at its limit', 'runLane', laneLimited('2026-01-31T14:00:00Z'), 'blocked', ['limit.reached'], true],
    ['a lane that could not be run', 'runLane', failedWith(), 'blocked', ['test.failed'], true],
    ['a capture that failed', 'capturePatch', failedWith(), 'blocked', ['test.failed'], true],
  ] as const)
    it(`ends ${verdict} with ${what}`, () => {
      const world = proposing();
      settle(world, kind, 'kind' in outcome ? outcome : captured(world, outcome));
      assert.deepEqual([world.state.proposal?.verdict, codes(world)], [verdict, expected]);
      assert.deepEqual([world.state.proposal?.patch, world.state.proposal?.clean], ['', clean]);
      assert.deepEqual([world.run().phase, Object.keys(world.state.leases)], ['ended', []]);
      assert.deepEqual(Object.keys(world.state.worktrees), []);
    });

  it('that is blocked after its work was captured leaves it to the rescue: nothing else has it', () => {
    const world = proposing().playUntil('runLane');
    const breach = {
      id: 'breach-1',
      kind: 'config',
      names: ['user.name'],
      more: 0,
      witnesses: [{ job: world.run().jobs[0]!.id, run: world.run().id, session: 'implementer' }],
      tie: null,
      blocks: true,
      at: '2026-01-31T12:00:00Z',
    } as const;
    world.state = { ...world.state, breaches: { ...world.state.breaches, [breach.id]: breach } };
    world.playUntil();
    assert.deepEqual([world.state.proposal?.verdict, codes(world)], ['blocked', ['patch.breach']]);
    const removal = world.log.find(
      ({ event }) => event.type === 'effectRequested' && event.effect.kind === 'removeWorktree',
    );
    assert.ok(removal?.event.type === 'effectRequested' && removal.event.effect.kind === 'removeWorktree');
    assert.doesNotMatch(String(removal.event.effect.known), /tree-1/, 'what was captured is in no other place');
  });

  it('is stopped like any work', () => {
    const world = proposing().playUntil('runLane');
    world.do({ type: 'stopLoop' });
    settle(world, 'runLane', laneEnds('interrupted'));
    assert.deepEqual([world.state.proposal?.verdict, codes(world)], ['blocked', ['patch.stopped']]);
    const resumed = world.do({ type: 'resumeLoop' });
    assert.equal(resumed.ok ? 'ok' : resumed.error.code, 'loop.none', 'there is nothing of it to go on with');
  });

  it('that can’t begin overwrites what was proposed before, and starts nothing', () => {
    const world = proposing().playUntil();
    const runs = Object.keys(world.state.runs).length;
    world.do({ type: 'startPatch', plan: plan({ blockers: [aProblem] }) });
    assert.deepEqual(
      [world.state.proposal?.verdict, world.state.proposal?.patch, codes(world)],
      ['blocked', '', ['test.failed']],
    );
    assert.deepEqual([Object.keys(world.state.runs).length, world.open()], [runs, []]);
  });

  for (const [when, kind] of [
    ['at work', 'runLane'],
    ['being cleared away', 'removeWorktree'],
  ] as const)
    it(`keeps what it proposes while another is asked for and it is ${when}`, () => {
      const world = proposing().playUntil(kind);
      const before = world.state.proposal;
      assert.equal(before?.verdict, kind === 'runLane' ? 'blocked' : 'proposed');
      for (const blockers of [[], [aProblem]]) {
        const done = world.do({ type: 'startPatch', plan: plan({ blockers }) });
        assert.equal(done.ok ? 'ok' : done.error.code, 'patch.running');
      }
      assert.ok(world.do({ type: 'startTeam', plan: teamPlan() }).ok);
      assert.equal(Object.values(world.state.teams)[0]?.blockers[0]?.code, 'omc.laneRunning');
      assert.deepEqual([world.state.proposal, Object.keys(world.state.runs).length], [before, 1]);
      world.playUntil();
      assert.equal(world.state.proposal?.verdict, 'proposed');
      assert.ok(world.do({ type: 'startPatch', plan: plan() }).ok);
    });

  it('ends its loop by what it came to itself, whatever was proposed since', () => {
    const world = proposing().playUntil();
    const [loop] = Object.values(world.state.loops);
    const { proposal } = world.state;
    assert.ok(loop && proposal);
    world.state = {
      ...world.state,
      loops: { [loop.id]: { ...loop, state: 'running', outcome: null } },
      proposal: { ...proposal, run: null, verdict: 'blocked' },
    };
    world.observe();
    assert.deepEqual(
      Object.values(world.state.loops).map(({ state, outcome }) => [state, outcome]),
      [['ended', 'completed']],
    );
  });

  it('is told of a lane that tries whether a limit is lifted, and by which option another is chosen', () => {
    const limit = { since: '2026-01-31T12:00:00Z', until: '2026-01-31T13:00:00Z', trial: 'job-9', isSpent: false };
    const world = new CoreWorld();
    world.state = { ...world.state, limits: { codex: limit } };
    proposing({}, world);
    const [blocker] = world.state.proposal?.blockers ?? [];
    assert.deepEqual([blocker?.code, blocker?.params], ['limit.tried', { agent: 'codex', option: '--write-agent' }]);
  });

  it('does not begin beside a team', () => {
    const world = new CoreWorld();
    assert.ok(world.do({ type: 'startTeam', plan: teamPlan() }).ok);
    proposing({}, world);
    assert.deepEqual([codes(world), Object.keys(world.state.runs)], [['patch.teamRunning'], []]);
  });

  it('waits for no loop, and a loop for no proposal', () => {
    const world = proposing({}, new CoreWorld().start([task])).playUntil('runLane');
    assert.deepEqual(codes(world), ['loop.running']);
    const other = proposing().playUntil('runLane');
    const started = other.do({ type: 'startLoop', options: loopOptions(), claims: {} });
    assert.equal(started.ok ? 'ok' : started.error.code, 'loop.running');
  });

  it('mends work that waits under its lease, from its head, and gives the lease back', () => {
    const world = waiting();
    const before = world.run();
    const about = world.run().task;
    world.do({
      type: 'startPatch',
      plan: plan({ task: about, claims: [], options: { ...plan().options!, tasks: [about.id] } }),
    });
    const lease = Object.values(world.state.leases);
    world.playUntil('runLane');
    assert.equal(Object.values(world.state.leases)[0]?.borrower?.agent, 'codex');
    const [worktree] = Object.values(world.state.worktrees).filter((one) => one.purpose === 'write');
    assert.equal(worktree?.run, world.run().id);
    assert.deepEqual([world.run().claims, world.run().branch], [before.claims, before.branch]);
    world.playUntil();
    assert.deepEqual([world.state.proposal?.verdict, codes(world)], ['proposed', []]);
    assert.equal(Object.values(world.state.leases)[0]?.borrower, null);
    assert.deepEqual(
      Object.values(world.state.leases).map(({ id }) => id),
      lease.map(({ id }) => id),
    );
    assert.equal(newestRunOf(world.state, about.id)?.id, before.id);
  });

  it('keeps a team from starting beside it, and stays what was proposed', () => {
    const world = proposing();
    assert.ok(world.do({ type: 'startTeam', plan: teamPlan() }).ok);
    const team = Object.values(world.state.teams).at(-1);
    assert.deepEqual([team?.decision, team?.blockers[0]?.code], ['blocked', 'omc.laneRunning']);
  });

  it('is stopped by itself, and nothing else with it', () => {
    const world = proposing().playUntil('runLane');
    assert.ok(world.do({ type: 'startTeam', plan: teamPlan({ execute: false }) }).ok);
    const done = world.do({ type: 'stopPatch' });
    assert.deepEqual(done.ok && done.value.map(({ type }) => type), ['loopStopRequested']);
    const none = new CoreWorld().start().do({ type: 'stopPatch' });
    assert.equal(!none.ok && none.error.code, 'patch.notRunning');
  });
});
