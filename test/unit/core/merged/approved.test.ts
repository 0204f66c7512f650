import assert from 'node:assert/strict';
import type { Effect } from '../../../../src/core/effect.ts';
import type { MergeMade } from '../../../../src/core/merged/types.ts';
import { assertGood, CoreWorld, failedWith, host, taskOf } from '../../../builders/core.ts';
import { whatLands } from '../../../builders/coreActions.ts';
import { codeOfAsk, mergeOf } from '../../../builders/merges.ts';

const clean: MergeMade = { kind: 'clean', commit: 'm', tree: 't', both: [] };

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

const codeOf = (done: ReturnType<CoreWorld['do']>): string | null => (done.ok ? null : done.error.code);
const isOpen = (world: CoreWorld): boolean | undefined => world.run().gate?.open;
const merges = (world: CoreWorld): readonly string[] =>
  world.open('mergeResult').flatMap((effect) => (effect.kind === 'mergeResult' ? [mergeOf(effect)] : []));
const approve = (world: CoreWorld, head: string) => world.do({ type: 'approve', run: world.run().id, head });

describe('the approval of a task that is not merged yet', () => {
  const said = (): CoreWorld => {
    const world = new CoreWorld().start().playUntil();
    approve(world, whatLands(world.state, world.run()));
    return world.playUntil();
  };

  it('lapses as soon as it is known what it makes of a base that moved, and is asked for again', () => {
    const world = said();
    assert.equal(world.run().phase, 'ended');
    const head = world.run().change?.head ?? '';
    moveBase(world, 'base-2');
    assert.deepEqual(merges(world), [`${head}-on-base-2`]);
    assert.equal(world.run().decision?.kind, 'approved', 'nobody knows yet whether the base holds it');
    settle(world, 'mergeResult');
    assert.deepEqual([world.run().phase, world.run().decision, isOpen(world)], ['waiting', null, false]);
    assert.equal(codeOf(world.do({ type: 'mergeLocally', run: world.run().id })), 'merge.lapsed');
    assert.equal(codeOf(approve(world, `${head}-on-base-2`)), 'packet.merging');
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().lapsed?.head, head);
    assert.ok(approve(world, `${head}-on-base-2`).ok);
    assert.equal(world.run().lapsed, undefined);
    assert.ok(world.do({ type: 'mergeLocally', run: world.run().id }).ok);
    world.playUntil();
    assert.deepEqual([world.base, world.run().decision?.merged], [`${head}-on-base-2`, true]);
    assert.equal(world.log.filter(({ event }) => event.type === 'approvalLapsed').length, 1);
  });

  it('is looked at once for each place of the base, also after a kill', () => {
    const world = said();
    moveBase(world, 'base-2');
    world.crash();
    world.playUntil();
    assertGood(world);
    const asked = world.log.filter(
      ({ event }) => event.type === 'effectRequested' && event.effect.kind === 'mergeResult',
    );
    assert.equal(asked.length, 1);
  });

  it('is merged where somebody else put it on the base', () => {
    const exact = said();
    moveBase(exact, exact.run().change?.head ?? '');
    assert.deepEqual([exact.run().decision?.merged, exact.open()], [true, []]);
    const within = said();
    moveBase(within, 'base-2');
    const [look] = within.open('mergeResult');
    assert.ok(look);
    within.settle(look, { kind: 'mergeResult', made: clean, checks: [], held: true });
    within.playUntil();
    assert.deepEqual([within.run().phase, within.run().decision?.merged], ['ended', true]);
    assert.equal(
      within.log.some(({ event }) => event.type === 'approvalLapsed'),
      false,
    );
  });

  it('is no yes for what somebody else put on the base once it lapsed, nor once it was given up', () => {
    const world = said();
    moveBase(world, 'base-2');
    settle(world, 'mergeResult');
    world.playUntil();
    moveBase(world, 'base-3');
    const [look] = world.open('mergeResult');
    assert.ok(look);
    world.settle(look, { kind: 'mergeResult', made: clean, checks: [], held: true });
    assert.equal(world.run().decision, null);
    world.playUntil();
    moveBase(world, 'base-4');
    const [later] = world.open('mergeResult');
    assert.ok(later);
    world.do({ type: 'abandonRun', run: world.run().id });
    world.settle(later, { kind: 'mergeResult', made: clean, checks: [], held: true });
    assert.deepEqual([world.run().decision?.kind, world.run().decision?.merged], ['abandoned', false]);
  });

  it('is not merged by a look at a base that is not there any more', () => {
    const world = said();
    moveBase(world, 'base-2');
    const [look] = world.open('mergeResult');
    assert.ok(look);
    moveBase(world, 'base-1');
    world.settle(look, { kind: 'mergeResult', made: clean, checks: [], held: true });
    world.playUntil();
    assert.deepEqual([world.run().decision?.kind, world.run().decision?.merged], ['approved', false]);
  });

  it('stands while the base is back where it was', () => {
    const world = said();
    moveBase(world, 'base-1');
    assert.deepEqual([world.open(), world.run().decision?.kind], [[], 'approved']);
  });

  it('lapses where git can’t tell, and the task asks', () => {
    const world = said();
    moveBase(world, 'base-2');
    settle(world, 'mergeResult', failedWith());
    assert.deepEqual(
      [world.run().phase, world.run().decision, codeOfAsk(world.run())],
      ['needs-you', null, 'test.failed'],
    );
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
  });

  it('does not lapse a second time by a merge that was under way', () => {
    const world = said();
    world.base = 'base-2';
    world.do({ type: 'mergeLocally', run: world.run().id });
    world.observe();
    assert.deepEqual(merges(world), [], 'the merge looks itself');
    settle(world, 'mergeLocally');
    world.playUntil();
    assertGood(world);
  });

  it('is of nobody’s concern once the queue calls its task done', () => {
    const done = said();
    done.do({ type: 'readQueue', tasks: [taskOf('T-2026-0001', { status: 'done' })], problems: [] }, host);
    moveBase(done, 'base-2');
    assert.deepEqual([done.open(), done.run().decision?.kind], [[], 'approved']);
  });
});

describe('the end of a loop', () => {
  it('comes after the checks on a base that moved', () => {
    const world = new CoreWorld().start([taskOf('T-2026-0001'), taskOf('T-2026-0002')], { limit: 2, pool: 2 });
    world.playUntil('runChecks');
    const loop = () => Object.values(world.state.loops)[0]?.state;
    const first = (): boolean => Object.values(world.state.runs).some(({ phase }) => phase === 'waiting');
    while (!first() && world.open().length > 0) world.settle(world.open()[0]!);
    moveBase(world, 'base-2');
    const ends: string[] = [];
    while (world.open().length > 0) {
      for (const event of world.settle(world.open()[0]!))
        if (event.type === 'loopEnded')
          ends.push(...world.open('mergeResult').map(({ id }) => id), ...world.open('runChecks').map(({ id }) => id));
    }
    assert.deepEqual([loop(), ends], ['ended', []]);
    assert.deepEqual(
      Object.values(world.state.runs).map(({ gate }) => gate?.open),
      [true, true],
    );
  });

  it('also of one that has nothing left but such a merge', () => {
    const world = new CoreWorld().start([taskOf('T-2026-0001'), taskOf('T-2026-0002')], { limit: 2 });
    const waiting = (): number => Object.values(world.state.runs).filter(({ phase }) => phase === 'waiting').length;
    while (waiting() < 1) world.settle(world.open()[0]!);
    world.playUntil('runChecks');
    moveBase(world, 'base-2');
    world.playUntil('mergeResult');
    const [merge] = world.open('mergeResult');
    assert.ok(merge);
    while (world.open().some(({ id }) => id !== merge.id))
      world.settle(world.open().find(({ id }) => id !== merge.id)!);
    assert.equal(Object.values(world.state.loops)[0]?.state, 'running');
    world.playUntil();
    assert.equal(Object.values(world.state.loops)[0]?.state, 'ended');
  });
});
