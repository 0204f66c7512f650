import assert from 'node:assert/strict';
import { placesToTake, takesPlace, type Placed } from '../../../../src/core/job/places.ts';
import { CoreWorld } from '../../../builders/core.ts';

/** An effect as a run asks for it, of which others are made. */
function sample(kind: Placed['kind']): Placed {
  const effect = new CoreWorld().start().playUntil(kind).open(kind).find(takesPlace);
  assert.ok(effect);
  return effect;
}
const state = { openJobs: {}, runs: {}, batches: {} };
const lane = (id: string): Placed => {
  const effect = sample('runLane');
  assert.ok(effect.kind === 'runLane');
  return { ...effect, id, job: `job of ${id}` };
};
const worktree = (id: string): Placed => ({ ...sample('createWorktree'), id });

describe('places that lanes and worktrees share', () => {
  const rows: readonly [what: string, held: Placed[], waiting: Placed[], most: number, taken: string[]][] = [
    ['all where there is room', [], [lane('l'), worktree('w')], 2, ['w', 'l']],
    ['a worktree before a lane that waits longer', [], [lane('l'), worktree('w')], 1, ['w']],
    ['no lane beside a worktree that is being made', [worktree('w')], [lane('l')], 1, []],
    ['no worktree beside a lane', [lane('l')], [worktree('w')], 1, []],
    ['what is left', [lane('l'), worktree('w')], [worktree('v'), lane('k'), lane('j')], 4, ['v', 'k']],
    ['nothing where a lower number is in force now', [lane('l'), lane('k')], [worktree('w'), lane('j')], 1, []],
  ];
  for (const [what, held, waiting, most, taken] of rows)
    it(`are taken by ${what}`, () =>
      assert.deepEqual(placesToTake(state, { held, waiting }, { most, perAgent: {} }), taken));

  it('are not asked for by a worktree of a person', () => {
    assert.equal(takesPlace(worktree('w')), true);
    const world = new CoreWorld();
    world.do({ type: 'createWorktree', path: '/w', branch: 'b', commit: 'c' });
    assert.deepEqual(world.open('createWorktree').map(takesPlace), [false]);
  });
});
