import assert from 'node:assert/strict';
import { isOwnedBy, type EffectOwner } from '../../../src/core/effectOwner.ts';
import type { Team } from '../../../src/core/team/types.ts';
import { teamPlan } from '../../builders/team.ts';
import { workingState } from '../../builders/scene.ts';

describe('whose an effect is', () => {
  const team: Team = {
    ...teamPlan(),
    id: 'team-1',
    decision: 'running',
    steps: [],
    name: null,
    deadlineAwake: null,
    movedAwake: 0,
    summary: null,
    looks: 0,
    patches: null,
    startedAt: '2025-01-01T00:00:00Z',
    endedAt: null,
  };
  const state = { ...workingState(), teams: { [team.id]: team } };
  for (const [what, effect, wanted] of [
    ['a step of a team', { kind: 'pollTeam', run: team.id }, ['teams']],
    ['a lane of a loop', { kind: 'runLane', run: Object.keys(state.runs)[0] ?? '' }, []],
    ['a look at a lease', { kind: 'inspectLease', run: null }, ['proposals']],
    ['a worktree of a person', { kind: 'createWorktree', run: null }, []],
    ['one of nobody that is known', { kind: 'runLane', run: 'toString' }, []],
  ] as const)
    it(`knows ${what}`, () => {
      const all: readonly EffectOwner[] = ['batches', 'teams', 'proposals'];
      assert.deepEqual(
        all.filter((owner) => isOwnedBy(state, effect, owner)),
        wanted,
      );
    });
});
