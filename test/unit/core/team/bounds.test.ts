import assert from 'node:assert/strict';
import type { Effect } from '../../../../src/core/effect.ts';
import type { Team, TeamPlan } from '../../../../src/core/team/types.ts';
import { aProblem, CoreWorld, host } from '../../../builders/core.ts';
import { teamPlan } from '../../../builders/team.ts';

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

describe('the bounds of a team', () => {
  const until = (world: CoreWorld, kind: Effect['kind']): Effect => {
    while (only(world).kind !== kind) world.settle(only(world));
    return only(world);
  };

  const change = (kind: 'config' | 'refs', name: string) => ({
    kind,
    name,
    from: null,
    to: '2',
    usual: false,
    ties: [],
  });
  const look = (world: CoreWorld, facts: string, changes: readonly ReturnType<typeof change>[]) =>
    world.do({ type: 'observeShared', look: { facts, changes } }, host);

  it('answers for what is changed outside its worktrees while it works, and proposes nothing then', () => {
    const world = asked();
    until(world, 'launchTeam');
    look(world, 'one', []);
    assert.deepEqual(
      world.state.shared?.jobs.map(({ job: who }) => who),
      [teamOf(world).id],
    );
    until(world, 'shutdownTeam');
    look(world, 'two', [change('refs', 'refs/heads/omc-team/alpha/worker-1')]);
    assert.deepEqual(Object.values(world.state.breaches), []);
    look(world, 'three', [change('config', 'core.fsmonitor in .git/config')]);
    assert.equal(Object.values(world.state.breaches).length, 1);
    played(world);
    assert.deepEqual([teamOf(world).decision, codes(world)], ['blocked', ['omc.breach']]);
    assert.equal(world.state.shared, null);
  });

  it('counts the time that its start takes', () => {
    const world = asked({ timeoutMs: 100_000 });
    const launch = until(world, 'launchTeam');
    world.awakeMs += 70_000;
    world.settle(launch);
    assert.equal(teamOf(world).deadlineAwake, 100_000);
    const slow = asked({ timeoutMs: 100_000 });
    const cut = until(slow, 'launchTeam');
    slow.awakeMs += 100_000;
    slow.settle(cut, { kind: 'launchTeam', name: 'part', warnings: [], problem: aProblem });
    assert.deepEqual([played(slow), codes(slow)], [['shutdownTeam', 'publishTeam'], ['omc.timeout']]);
  });
});
