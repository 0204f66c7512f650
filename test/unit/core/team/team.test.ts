import assert from 'node:assert/strict';
import { workUnits } from '../../../../src/core/mix/workUnits.ts';
import * as fc from 'fast-check';
import type { Effect } from '../../../../src/core/effect.ts';
import type { Team, TeamPlan, TeamSummary } from '../../../../src/core/team/types.ts';
import { aProblem, CoreWorld, failedWith, host, job, person } from '../../../builders/core.ts';
import { teamPlan, teamSummary, workerPatch } from '../../../builders/team.ts';

const teamOf = (world: CoreWorld): Team => {
  const team = Object.values(world.state.teams).at(-1);
  assert.ok(team);
  return team;
};
const codes = (world: CoreWorld): readonly string[] => teamOf(world).blockers.map((one) => one.code);
const kinds = (world: CoreWorld): readonly string[] => world.open().map((effect) => effect.kind);
const only = (world: CoreWorld): Effect => {
  const [effect, another] = world.open();
  assert.ok(effect && !another, kinds(world).join());
  return effect;
};

/** A world whose task has a run that waits for a person, with its lease, and a team that was asked for. */
function asked(change: Partial<TeamPlan> = {}): CoreWorld {
  const world = new CoreWorld().start().playUntil();
  const done = world.do({ type: 'startTeam', plan: teamPlan(change) });
  assert.ok(done.ok);
  return world;
}

/** The effects that a team asks for until its end, each answered as the world does when nothing goes wrong. */
function played(world: CoreWorld): readonly string[] {
  const seen: string[] = [];
  while (world.open().length > 0) {
    const effect = only(world);
    seen.push(effect.kind);
    world.settle(effect);
  }
  return seen;
}

describe('the way of a team', () => {
  it('puts aside what was proposed before, starts, looks, captures, shuts down and writes', () => {
    const world = asked();
    assert.deepEqual(played(world), [
      'publishTeam',
      'launchTeam',
      'pollTeam',
      'captureTeam',
      'shutdownTeam',
      'publishTeam',
    ]);
    assert.deepEqual([teamOf(world).decision, codes(world)], ['proposed', []]);
    assert.deepEqual(
      workUnits(world.state).flatMap(({ agent, task, wu }) => (agent === 'omc' ? [[task, wu]] : [])),
      [['T-2026-0001', 1]],
    );
  });

  it('is kept with its work however many dry runs follow', () => {
    const world = asked();
    played(world);
    const start = (change: Partial<TeamPlan> = {}) => world.do({ type: 'startTeam', plan: teamPlan(change) });
    for (let n = 0; n < 25; n++) start({ execute: false });
    assert.equal(workUnits(world.state).filter(({ agent }) => agent === 'omc').length, 1);
    for (let n = 0; n < 15; n++) {
      start();
      played(world);
    }
    const decisions = Object.values(world.state.teams).map((team) => team.decision);
    const count = (decision: string): number => decisions.filter((one) => one === decision).length;
    // The newest was not among those that had ended when it began.
    assert.deepEqual([count('planned'), count('proposed')], [10, 11]);
  });

  it('starts nothing when it is only planned, and nothing but the putting aside when it is blocked', () => {
    const dry = asked({ execute: false });
    assert.deepEqual([teamOf(dry).decision, kinds(dry)], ['planned', []]);
    const blockedDry = asked({ execute: false, blockers: [aProblem] });
    assert.deepEqual([teamOf(blockedDry).decision, kinds(blockedDry)], ['blocked', []]);
    const blocked = asked({ blockers: [aProblem] });
    assert.deepEqual(played(blocked), ['publishTeam']);
    assert.deepEqual([teamOf(blocked).decision, teamOf(blocked).name], ['blocked', null]);
  });

  it('runs for a person alone', () => {
    const world = new CoreWorld();
    for (const actor of [host, job]) assert.ok(!world.do({ type: 'startTeam', plan: teamPlan() }, actor).ok);
    assert.ok(world.do({ type: 'startTeam', plan: teamPlan({ execute: false }) }, host).ok);
  });

  it('does not start a second team, and leaves the proposals of the first alone', () => {
    const world = asked();
    const first = teamOf(world);
    world.do({ type: 'startTeam', plan: teamPlan() });
    assert.deepEqual([teamOf(world).decision, codes(world)], ['blocked', ['omc.running']]);
    assert.equal(only(world).id, `${first.id}/clear`);
  });

  const until = (world: CoreWorld, kind: Effect['kind']): Effect => {
    while (only(world).kind !== kind) world.settle(only(world));
    return only(world);
  };

  it('starts no team where the earlier proposals can’t be put aside', () => {
    const world = asked();
    world.settle(only(world), failedWith());
    assert.deepEqual([teamOf(world).decision, kinds(world), codes(world)], ['blocked', [], ['test.failed']]);
  });

  it('shuts down what there is of a team that could not be started as a whole', () => {
    const world = asked();
    world.settle(until(world, 'launchTeam'), { kind: 'launchTeam', name: 'part', warnings: [], problem: aProblem });
    assert.deepEqual(played(world), ['shutdownTeam', 'publishTeam']);
    assert.deepEqual([teamOf(world).decision, teamOf(world).name], ['blocked', 'part']);
  });

  for (const [what, outcome, code] of [
    ['a look that failed', failedWith(), 'test.failed'],
    ['a failed task', { kind: 'pollTeam', summary: teamSummary({ completed: 0, failed: 1 }) }, 'omc.teamFailed'],
  ] as const)
    it(`shuts down and takes nothing after ${what}`, () => {
      const world = asked();
      world.settle(until(world, 'pollTeam'), outcome);
      assert.deepEqual(played(world), ['shutdownTeam', 'publishTeam']);
      assert.deepEqual([teamOf(world).decision, codes(world)], ['blocked', [code]]);
    });

  it('shuts down and takes nothing when the capture failed', () => {
    const world = asked();
    world.settle(until(world, 'captureTeam'), failedWith());
    assert.deepEqual([played(world), codes(world)], [['shutdownTeam', 'publishTeam'], ['test.failed']]);
  });

  it('proposes nothing that could not be written', () => {
    const world = asked();
    until(world, 'shutdownTeam');
    world.settle(only(world));
    world.settle(only(world), failedWith());
    assert.deepEqual([teamOf(world).decision, codes(world)], ['blocked', ['test.failed']]);
  });

  it('only warns when shutting down failed', () => {
    const world = asked();
    world.settle(until(world, 'shutdownTeam'), { kind: 'shutdownTeam', warnings: [aProblem, aProblem] });
    played(world);
    assert.deepEqual([teamOf(world).decision, teamOf(world).warnings.length], ['proposed', 2]);
    const other = asked();
    other.settle(until(other, 'shutdownTeam'), failedWith());
    played(other);
    assert.deepEqual([teamOf(other).decision, teamOf(other).warnings.length], ['proposed', 1]);
  });

  it('ends without a proposal where nothing was changed', () => {
    const world = asked();
    const patches = [workerPatch({ patch: '', files: [] })];
    world.settle(until(world, 'captureTeam'), { kind: 'captureTeam', patches, warnings: [] });
    played(world);
    assert.deepEqual([teamOf(world).decision, codes(world)], ['completed', []]);
  });

  it('lets a person choose between the proposals of several workers', () => {
    const world = asked({ workers: { claude: 1, codex: 1 } });
    const patches = [workerPatch(), workerPatch({ name: 'worker-2' })];
    world.settle(until(world, 'captureTeam'), { kind: 'captureTeam', patches, warnings: [] });
    played(world);
    assert.deepEqual([teamOf(world).decision, codes(world)], ['blocked', ['omc.selection']]);
    assert.deepEqual([world.state.proposal?.verdict, world.state.proposal?.toChoose], ['blocked', 2]);
  });

  it('takes nothing of fewer workers than were asked for', () => {
    const world = asked({ workers: { claude: 1, codex: 1 } });
    world.settle(until(world, 'captureTeam'), { kind: 'captureTeam', patches: [workerPatch()], warnings: [] });
    played(world);
    assert.deepEqual([teamOf(world).decision, codes(world)], ['blocked', ['omc.partial']]);
    assert.deepEqual([world.state.proposal?.verdict, world.state.proposal?.toChoose], ['blocked', undefined]);
  });

  it('takes back what seats that block said of its task, and raises nothing, once it was started', () => {
    const world = asked();
    const lowered = () => Object.keys(world.run().lowered);
    assert.deepEqual([lowered(), world.run().gate?.open], [[], true]);
    world.settle(until(world, 'launchTeam'));
    assert.equal(world.state.sessions['reviewer']?.status, 'pending-omc-review');
    assert.deepEqual([lowered().includes('reviewer'), world.run().gate?.open], [true, false]);
    const blocked = asked({ blockers: [aProblem] });
    played(blocked);
    assert.equal(blocked.run().gate?.open, true);
  });

  it('is shut down when it is stopped, by itself or with everything', () => {
    for (const type of ['stopTeam', 'stopLoop'] as const) {
      const world = asked();
      const poll = until(world, 'pollTeam');
      assert.ok(world.do({ type }).ok);
      world.settle(poll, { kind: 'pollTeam', summary: null });
      assert.deepEqual([played(world), codes(world)], [['shutdownTeam', 'publishTeam'], ['omc.stopped']]);
      assert.ok(!world.do({ type: 'stopTeam' }, person).ok);
    }
  });

  const tick = (world: CoreWorld, awakeMs: number, summary: Partial<TeamSummary['tasks']> | null): void => {
    const poll = until(world, 'pollTeam');
    world.awakeMs += awakeMs;
    world.settle(poll, { kind: 'pollTeam', summary: summary ? teamSummary(summary) : null });
  };

  for (const [what, tasks] of [
    ['has no tasks', { total: 0, completed: 0 }],
    ['has tasks and nobody at work', { completed: 0, pending: 1 }],
  ] as const)
    it(`is given up when it ${what}`, () => {
      const world = asked();
      tick(world, 0, tasks);
      tick(world, 59_999, null);
      assert.deepEqual(codes(world), []);
      tick(world, 1, null);
      assert.deepEqual([played(world), codes(world)], [['shutdownTeam', 'publishTeam'], ['omc.stalled']]);
    });

  it('has more time while its workers work, and less once they are dead', () => {
    const busy = { completed: 0, inProgress: 1 };
    const world = asked();
    tick(world, 0, busy);
    tick(world, 12 * 60_000 - 1, null);
    assert.deepEqual(codes(world), []);
    tick(world, 1, null);
    assert.deepEqual(codes(world), ['omc.stalled']);
    const dead = asked();
    const poll = until(dead, 'pollTeam');
    dead.settle(poll, {
      kind: 'pollTeam',
      summary: teamSummary(busy, [{ name: 'worker-1', path: null, alive: false }]),
    });
    tick(dead, 60_000, null);
    assert.deepEqual(codes(dead), ['omc.stalled']);
  });

  it('ends at its deadline whatever changes in it', () => {
    const world = asked({ timeoutMs: 100_000 });
    for (let done = 0; teamOf(world).blockers.length === 0; done++) {
      assert.ok(done < 20);
      tick(world, 10_000, { total: 100, completed: done, inProgress: 1 });
    }
    assert.deepEqual([world.awakeMs, codes(world)], [100_000, ['omc.timeout']]);
  });

  it('is always shut down once it was started, ends, and goes on the same after a crash', () => {
    const answers = (effect: Effect, how: number, world: CoreWorld) =>
      how === 1
        ? failedWith()
        : effect.kind === 'pollTeam' && how > 1
          ? ({
              kind: 'pollTeam',
              summary: how === 2 ? null : teamSummary({ total: how, inProgress: how % 2 }),
            } as const)
          : world.success(effect);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 12 }), (story) => {
        const world = asked({ timeoutMs: 60_000 });
        const seen: string[] = [];
        for (let n = 0; world.open().length > 0; n++) {
          assert.ok(n < 200, 'it never ends');
          const [how, crashes] = story[n] ?? [n % 2 === 0 ? 3 : 2, false];
          if (crashes) world.crash();
          const effect = only(world);
          seen.push(effect.kind);
          world.awakeMs += 2500;
          world.settle(effect, answers(effect, how, world));
        }
        const team = teamOf(world);
        assert.notEqual(team.decision, 'running');
        assert.equal(seen.includes('shutdownTeam'), team.name !== null);
        if (team.decision === 'proposed') assert.deepEqual(team.blockers, []);
      }),
      { numRuns: 60 },
    );
  });
});
