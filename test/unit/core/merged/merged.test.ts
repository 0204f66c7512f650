import assert from 'node:assert/strict';
import type { Effect } from '../../../../src/core/effect.ts';
import type { MergeMade } from '../../../../src/core/merged/types.ts';
import { assertGood, CoreWorld, failedWith, taskOf } from '../../../builders/core.ts';
import { whatLands } from '../../../builders/coreActions.ts';
import { failingChecks } from '../../../builders/coreAnswers.ts';
import { codeOfAsk, mergeOf } from '../../../builders/merges.ts';

const check = { line: 'npm test', argv: ['npm', 'test'] };
const clean = (both: readonly string[] = []): MergeMade => ({ kind: 'clean', commit: 'm', tree: 't', both });

/** Gives the one open effect of a kind an end. */
function settle(world: CoreWorld, kind: Effect['kind'], outcome?: Parameters<CoreWorld['settle']>[1]): void {
  const [effect] = world.open(kind);
  assert.ok(effect, `no ${kind} is open`);
  world.settle(effect, outcome);
}

const moveBase = (world: CoreWorld, to: string): void => {
  world.base = to;
  world.observe();
};

const isOpen = (world: CoreWorld): boolean | undefined => world.run().gate?.open;
const merges = (world: CoreWorld): readonly string[] =>
  world.open('mergeResult').flatMap((effect) => (effect.kind === 'mergeResult' ? [mergeOf(effect)] : []));

describe('a base that moves', () => {
  const waiting = (): CoreWorld => new CoreWorld().start().playUntil();

  it('closes the gate at once, and opens it again when its merge is checked', () => {
    const world = waiting();
    const head = world.run().change?.head ?? '';
    moveBase(world, 'base-2');
    assert.equal(isOpen(world), false);
    assert.deepEqual(merges(world), [`${head}-on-base-2`]);
    world.playUntil();
    assertGood(world);
    assert.deepEqual(Object.values(world.state.worktrees), [], 'its checkout is gone');
  });

  it('is merged onto while the task is reviewed, once everything else is there', () => {
    const world = new CoreWorld().start().playUntil('runChecks');
    moveBase(world, 'base-2');
    assert.deepEqual(merges(world), []);
    world.playUntil('mergeResult');
    assert.equal(world.run().phase, 'reviewing');
    world.playUntil();
    assertGood(world);
  });

  it('keeps no task from the round that its failed checks ask for', () => {
    const world = new CoreWorld().start().playUntil('runChecks');
    moveBase(world, 'base-2');
    const [run] = world.open('runChecks');
    assert.ok(run?.kind === 'runChecks');
    world.settle(run, failingChecks(run));
    while (world.run().round === 1 && world.open().length > 0) world.settle(world.open()[0]!);
    assert.deepEqual([world.run().round, codeOfAsk(world.run())], [2, null]);
  });

  it('counts for its own base only, and one is made at a time, of the newest', () => {
    const world = waiting();
    const head = world.run().change?.head ?? '';
    moveBase(world, 'base-2');
    moveBase(world, 'base-3');
    assert.deepEqual(merges(world), [`${head}-on-base-2`]);
    settle(world, 'mergeResult');
    assert.deepEqual(merges(world), [`${head}-on-base-3`], 'what is left behind is not checked');
    settle(world, 'mergeResult');
    world.playUntil('runChecks');
    for (const base of ['base-4', 'base-5', 'base-6']) moveBase(world, base);
    assert.deepEqual(merges(world), []);
    settle(world, 'runChecks');
    assert.equal(isOpen(world), false, 'the result is of base-3');
    world.playUntil('mergeResult');
    assert.deepEqual(merges(world), [`${head}-on-base-6`]);
    world.playUntil();
    assertGood(world);
    const checked = world.run().results.map((result) => result.head);
    assert.deepEqual(checked, [head, `${head}-on-base-3`, `${head}-on-base-6`]);
  });

  it('asks when it never rests, and goes on from there', () => {
    const world = waiting();
    let base = 1;
    const rounds = (): number => {
      for (let n = 0; n < 10; n++) {
        moveBase(world, `base-${++base}`);
        if (world.run().phase !== 'waiting') return n;
        world.playUntil('runChecks');
        moveBase(world, `base-${++base}`);
        settle(world, 'runChecks');
        world.playUntil('mergeResult');
        if (world.run().phase !== 'waiting') return n;
      }
      return 10;
    };
    assert.ok(rounds() <= 3);
    assert.equal(codeOfAsk(world.run()), 'gate.baseRestless');
    assert.equal(isOpen(world), false);
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
  });

  it('keeps the gate closed by what the merge comes to, and a return does the work on the new base', () => {
    const world = waiting();
    moveBase(world, 'base-2');
    settle(world, 'mergeResult', { kind: 'mergeResult', made: { kind: 'conflict', files: ['a'] }, checks: [check] });
    world.playUntil();
    assert.deepEqual([world.run().phase, isOpen(world)], ['waiting', false]);
    world.do({ type: 'returnRun', run: world.run().id, comments: 'On the new base.' });
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().change?.base, 'base-2');
  });

  it('has a failed check run once more when a person resumes', () => {
    const world = waiting();
    moveBase(world, 'base-2');
    world.playUntil('runChecks');
    const [run] = world.open('runChecks');
    assert.ok(run?.kind === 'runChecks');
    world.settle(run, failingChecks(run));
    world.playUntil();
    assert.deepEqual([world.run().phase, isOpen(world)], ['waiting', false]);
    assert.ok(world.do({ type: 'resumeLoop' }).ok);
    world.playUntil();
    assertGood(world);
  });

  it('begins no other round for a check that fails on the merge alone', () => {
    const world = new CoreWorld().start().playUntil('runChecks');
    moveBase(world, 'base-2');
    world.playUntil('mergeResult').playUntil('runChecks');
    const [run] = world.open('runChecks');
    assert.ok(run?.kind === 'runChecks' && run.head.endsWith('-on-base-2'));
    world.settle(run, failingChecks(run));
    world.playUntil();
    assert.deepEqual([world.run().round, codeOfAsk(world.run())], [1, 'gate.mergedCheckFailed']);
  });

  it('asks before a check runs that only the new base names', () => {
    const world = waiting();
    moveBase(world, 'base-2');
    const other = { line: 'make it', argv: ['make', 'it'] };
    settle(world, 'mergeResult', { kind: 'mergeResult', made: clean(), checks: [check, other] });
    assert.deepEqual(world.run().ask, { kind: 'checks', checks: [other] });
    assert.deepEqual(world.open('runChecks'), []);
    world.do({ type: 'allowCheck', argv: other.argv });
    world.playUntil();
    assertGood(world);
  });

  it('is not taken for merged where git could not tell, and a resume tries again', () => {
    const world = waiting();
    moveBase(world, 'base-2');
    settle(world, 'mergeResult', failedWith());
    assert.deepEqual([world.run().phase, codeOfAsk(world.run()), isOpen(world)], ['needs-you', 'test.failed', false]);
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
  });

  it('goes on where it was when the host dies at any point', () => {
    for (const kind of ['mergeResult', 'createWorktree', 'runChecks', 'removeWorktree'] as const) {
      const world = waiting();
      moveBase(world, 'base-2');
      world.playUntil(kind);
      world.crash();
      world.playUntil();
      assertGood(world);
    }
  });

  it('lets a stop end its checks, and a resume begin them again', () => {
    const world = waiting();
    moveBase(world, 'base-2');
    world.playUntil('runChecks');
    assert.ok(world.do({ type: 'stopLoop' }).ok);
    settle(world, 'runChecks', failedWith());
    world.playUntil();
    assert.equal(world.run().phase, 'stopped');
    assert.deepEqual(world.open(), []);
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
  });
});

describe('an approval', () => {
  const approved = (): CoreWorld => {
    const world = new CoreWorld().start().playUntil();
    moveBase(world, 'base-2');
    world.playUntil();
    return world;
  };
  const approve = (world: CoreWorld, head: string) => world.do({ type: 'approve', run: world.run().id, head });

  it('is for the merge that was checked, and for nothing else', () => {
    const world = approved();
    const head = world.run().change?.head ?? '';
    const refused = approve(world, head);
    assert.equal(!refused.ok && refused.error.code, 'packet.stale');
    assert.ok(approve(world, `${head}-on-base-2`).ok);
    assert.deepEqual(world.run().decision?.landing, { base: 'base-2', commit: `${head}-on-base-2` });
    world.do({ type: 'mergeLocally', run: world.run().id });
    world.playUntil();
    assert.deepEqual([world.base, world.run().decision?.merged], [`${head}-on-base-2`, true]);
  });

  it('lapses when the base moves before the merge: it is checked there, and asked for again', () => {
    const world = approved();
    approve(world, whatLands(world.state, world.run()));
    world.base = 'base-3';
    world.do({ type: 'mergeLocally', run: world.run().id });
    settle(world, 'mergeLocally');
    assert.deepEqual([world.run().phase, world.run().decision, isOpen(world)], ['waiting', null, false]);
    assert.equal(world.base, 'base-3');
    world.playUntil();
    assertGood(world);
    assert.ok(approve(world, whatLands(world.state, world.run())).ok);
    world.do({ type: 'mergeLocally', run: world.run().id });
    world.playUntil();
    assert.equal(world.base, `${world.run().change?.head}-on-base-3`);
  });

  it('of one task merges the others of its pool on top, none of them done again', () => {
    const tasks = [1, 2, 3].map((n) => taskOf(`T-2026-000${n}`));
    const world = new CoreWorld().start(tasks, { limit: 3, pool: 3 }).playUntil();
    for (const { id } of tasks) {
      const run = world.run(id);
      assert.equal(run.gate?.open, true, id);
      world.do({ type: 'approve', run: run.id, head: whatLands(world.state, run) });
      world.do({ type: 'mergeLocally', run: run.id });
      world.playUntil();
      world.observe();
      world.playUntil();
    }
    assert.ok(tasks.every(({ id }) => world.run(id).decision?.merged && world.run(id).round === 1));
    const heads = tasks.map(({ id }) => world.run(id).change?.head ?? '');
    assert.equal(world.base, `${heads[2]}-on-${heads[1]}-on-${heads[0]}`);
    assert.equal(world.log.filter(({ event }) => event.type === 'roundStarted').length, 3);
  });
});
