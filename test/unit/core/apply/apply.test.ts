import assert from 'node:assert/strict';
import type { ApplyPlan } from '../../../../src/core/apply/types.ts';
import { codeOf, eventsOf, headOf, types, waiting } from '../../../builders/coreCommands.ts';
import { aProblem, assertGood, CoreWorld, failedWith, fileOf, job } from '../../../builders/core.ts';

const plan = (world: CoreWorld, changes: Partial<ApplyPlan> = {}): ApplyPlan => ({
  artifact: 'a1',
  task: 'T-2026-0001',
  agent: 'codex',
  branch: 'feature/T-2026-0001-integration',
  parent: Object.values(world.state.runs).at(-1)?.change?.head ?? world.base,
  expect: null,
  tree: 'tree-given',
  patch: 'patch-given',
  roundFiles: [fileOf('T-2026-0001.txt')],
  files: [fileOf('T-2026-0001.txt')],
  contextPaths: [],
  openContextClaims: false,
  ...changes,
});
const apply = (world: CoreWorld, changes: Partial<ApplyPlan> = {}) =>
  ({ type: 'applyPatch', plan: plan(world, changes) }) as const;

describe('a handed-in patch', () => {
  it('is a commit on the branch of work that has no run, once', () => {
    const world = new CoreWorld();
    assert.deepEqual(types(eventsOf(world, apply(world))), ['effectRequested']);
    assert.equal(codeOf(world, apply(world)), 'ok', 'asked again while it is open, it is not asked for twice');
    assert.equal(world.open('applyPatch').length, 1);
    world.settle(world.open('applyPatch')[0]!);
    assert.deepEqual(Object.keys(world.state.applied), ['a1']);
    assert.equal(codeOf(world, apply(world)), 'apply.consumed');
    assert.equal(codeOf(world, apply(world, { artifact: 'a2' })), 'ok', 'another patch is another matter');
  });

  it('that could not be committed may be tried again', () => {
    const world = new CoreWorld();
    eventsOf(world, apply(world));
    world.settle(world.open('applyPatch')[0]!, failedWith());
    assert.deepEqual(world.state.applied, {});
    assert.equal(codeOf(world, apply(world)), 'ok');
  });

  it('is a person’s to take', () => {
    const world = new CoreWorld();
    assert.equal(codeOf(world, apply(world), job), 'actor.personOnly');
  });

  it('makes what was judged before stale: checks and reviews are done again before it counts', () => {
    const world = waiting();
    const [before, verdicts, results] = [headOf(world), world.run().verdicts.length, world.run().results.length];
    assert.equal(world.run().gate?.open, true);
    eventsOf(world, apply(world));
    assert.equal(codeOf(world, { type: 'approve', run: world.run().id, head: before }), 'packet.gateClosed');
    world.playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    const after = headOf(world);
    assert.notEqual(after, before);
    assert.equal(world.run().phase, 'reviewing');
    assert.equal(codeOf(world, { type: 'approve', run: world.run().id, head: after }), 'packet.gateClosed');
    world.playUntil();
    world.observe();
    assertGood(world);
    const fresh = world.run().verdicts.slice(verdicts);
    assert.ok(fresh.length > 0);
    for (const verdict of fresh) assert.equal(verdict.identity.head, after);
    assert.ok(world.run().results.length > results);
    assert.equal(codeOf(world, { type: 'approve', run: world.run().id, head: after }), 'ok');
    assert.equal(world.state.applied['a1']?.head, after);
  });

  it('is committed again after a crash or a failed commit, and by no lane', () => {
    const world = waiting();
    eventsOf(world, apply(world));
    world.crash();
    assert.equal(codeOf(world, apply(world)), 'ok', 'asked again, it is the same');
    const [first] = world.open('commitPatch');
    world.settle(first!, failedWith(aProblem));
    assert.deepEqual([world.run().phase, world.state.applied], ['needs-you', {}]);
    // To hand it in again goes on with it, as a resume would.
    assert.deepEqual(types(eventsOf(world, apply(world))), ['runContinued', 'effectRequested']);
    assert.deepEqual(
      world.open().map((effect) => [effect.kind, effect.id]),
      [['commitPatch', first!.id]],
    );
    world.playUntil();
    assert.ok(world.state.applied['a1']);
  });

  const refusals: readonly (readonly [
    name: string,
    world: () => CoreWorld,
    changes: Partial<ApplyPlan>,
    code: string,
  ])[] = [
    ['outside the claim', waiting, { roundFiles: [fileOf('stray')] }, 'apply.outsideClaim'],
    ['made for where the branch no longer is', waiting, { parent: 'elsewhere' }, 'apply.moved'],
    ['for another branch', waiting, { branch: 'main' }, 'apply.moved'],
    ['while the task is worked on', () => new CoreWorld().start().playUntil('runLane'), {}, 'apply.busy'],
    [
      'of an approved task',
      () => {
        const world = waiting();
        eventsOf(world, { type: 'approve', run: world.run().id, head: headOf(world) });
        return world;
      },
      {},
      'apply.approved',
    ],
  ];
  for (const [name, make, changes, code] of refusals)
    it(`is refused ${name}`, () => {
      const world = make();
      assert.equal(codeOf(world, apply(world, changes)), code);
    });
});
