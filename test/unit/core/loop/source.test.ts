import assert from 'node:assert/strict';
import type { LoopSource } from '../../../../src/core/loop/source.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { assertGood, CoreWorld, failedWith, loopOptions, reviewed, taskOf } from '../../../builders/core.ts';
import { aSource } from '../../../builders/source.ts';

const ref = 'refs/heads/fix/issue-20';
const given = { title: 'Issue 20', body: 'Mend it.', checks: [] };

/** A world whose issue branch is one commit ahead of where the issue began. */
function issue(): CoreWorld {
  const world = new CoreWorld();
  world.heads.set(ref, 'work');
  return world;
}

function begin(world: CoreWorld, source: Partial<LoopSource> = {}, changes: Partial<LoopOptions> = {}): CoreWorld {
  const options = loopOptions({ checksRequired: false, source: aSource(source), ...changes });
  const started = world.do({ type: 'startLoop', options, claims: {}, given });
  assert.ok(started.ok, JSON.stringify(started));
  return world;
}

const lanes = (world: CoreWorld) => world.run().jobs.map(({ kind, round, agent }) => `${kind} ${round} ${agent}`);
/** Settles what both reviewers need before they begin. */
function untilBothReview(world: CoreWorld): void {
  while (world.open('runLane').length < 2) {
    const next = world.open().find(({ kind }) => kind !== 'runLane');
    assert.ok(next);
    world.settle(next);
  }
}
const askOf = (world: CoreWorld): string | undefined => {
  const { ask } = world.run();
  return ask?.kind === 'problem' ? ask.problem.code : ask?.kind;
};
const sighted = (changes: Partial<Extract<Outcome, { kind: 'sightSource' }>['sight']>): Outcome => ({
  kind: 'sightSource',
  sight: { head: 'work', commits: 1, uncommitted: 0, empty: false, ...changes },
});

describe('a loop in a checkout that a person named', () => {
  it('lets the creator work on top of what the checkout holds, and moves its branch', () => {
    const world = begin(issue(), { base: 'begin' }).playUntil('commitPatch');
    const [commit] = world.open('commitPatch');
    assert.ok(commit?.kind === 'commitPatch');
    assert.deepEqual(
      [commit.parent, commit.expect, commit.branch, commit.base, commit.follow],
      ['work', 'work', 'fix/issue-20', 'begin', true],
    );
    world.playUntil();
    assertGood(world);
  });

  it('judges first where the work is done, and asks the creator only for what did not pass', () => {
    const world = begin(issue(), { reviewOnly: true });
    untilBothReview(world);
    assert.deepEqual(lanes(world), ['review 1 claude', 'review 1 claude']);
    assert.deepEqual(
      world.run().jobs.map(({ identity }) => [identity?.base, identity?.head]),
      [
        ['begin', 'work'],
        ['begin', 'work'],
      ],
    );
    for (const lane of world.open('runLane')) world.settle(lane, reviewed('not-pass'));
    world.playUntil('commitPatch');
    assert.deepEqual(lanes(world).slice(2), ['implement 2 codex']);
    world.playUntil();
    assertGood(world);
    assert.equal(world.heads.get(ref), world.run().change?.head);
  });

  it('needs nothing but the reviewers where they pass at once', () => {
    const world = begin(issue(), { reviewOnly: true });
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().change?.head, 'work');
    assert.equal(world.heads.get(ref), 'work');
  });

  it('looks at the change before each round of reviews, the second one among them', () => {
    const world = begin(issue());
    const looks: string[] = [];
    for (let n = 0; n < 100; n += 1) {
      const [next] = world.open();
      if (!next) break;
      if (next.kind === 'sightSource') {
        assert.equal(world.open('runLane').length, 0, 'nobody reviews before the look');
        looks.push(next.head);
      }
      const isFirst = next.kind === 'runLane' && world.run().round === 1 && world.run().phase === 'reviewing';
      world.settle(next, isFirst ? reviewed('not-pass') : undefined);
    }
    assertGood(world);
    assert.equal(looks.length, 2);
    assert.equal(new Set(looks).size, 2);
  });

  for (const [what, outcome, code] of [
    ['an empty change', sighted({ empty: true }), 'source.empty'],
    ['one that cannot be determined', failedWith(), 'test.failed'],
  ] as const)
    it(`ends without a review for ${what}`, () => {
      const world = begin(issue(), { reviewOnly: true }).playUntil('sightSource');
      const [look] = world.open('sightSource');
      assert.ok(look);
      world.settle(look, outcome);
      assert.equal(askOf(world), code);
      assert.deepEqual(lanes(world), []);
      assert.equal(Object.values(world.state.loops)[0]?.outcome, 'blocked');
      // Whoever goes on is asked to show the change again.
      world.do({ type: 'resumeLoop' });
      assert.deepEqual(
        world.open().map(({ kind }) => kind),
        ['sightSource'],
      );
    });

  it('leaves a branch alone that it may not move', () => {
    for (const branch of [null, 'main']) {
      const world = issue();
      world.heads.set('refs/heads/main', 'work');
      begin(world, { branch, moves: false, reviewOnly: true, ...(branch === null ? { base: 'work' } : {}) });
      untilBothReview(world);
      for (const lane of world.open('runLane')) world.settle(lane, reviewed('not-pass'));
      world.playUntil('commitPatch');
      const [commit] = world.open('commitPatch');
      assert.ok(commit?.kind === 'commitPatch');
      assert.deepEqual([commit.parent, commit.expect, commit.follow], ['work', null, undefined]);
      assert.match(commit.branch, /^feature\/T-0000-0001-integration$/);
      world.playUntil();
      assertGood(world);
      assert.equal(world.heads.get('refs/heads/main'), 'work');
    }
  });

  it('closes the gate when somebody moves the branch, and begins there after a return', () => {
    const world = begin(issue(), { reviewOnly: true });
    world.playUntil();
    world.heads.set(ref, 'theirs');
    world.do({ type: 'observeRefs', refs: { [ref]: 'theirs' } });
    assert.equal(world.run().gate?.open, false);
    assert.ok(world.do({ type: 'returnRun', run: world.run().id, comments: 'Once more.' }).ok);
    world.playUntil('commitPatch');
    const [commit] = world.open('commitPatch');
    assert.ok(commit?.kind === 'commitPatch');
    assert.deepEqual([commit.parent, commit.expect], ['theirs', 'theirs']);
  });

  it('goes on after a crash at any point as if there had been none', () => {
    const whole = begin(issue(), { reviewOnly: true });
    whole.playUntil();
    for (let stop = 0; stop < 12; stop += 1) {
      const world = begin(issue(), { reviewOnly: true });
      for (let n = 0; n < stop; n += 1) {
        const [next] = world.open();
        if (next) world.settle(next);
      }
      world.crash();
      world.playUntil();
      assertGood(world);
      assert.deepEqual(lanes(world), lanes(whole));
    }
  });

  it('is refused a merge into a base that is no branch', () => {
    const world = begin(issue(), { reviewOnly: true });
    world.playUntil();
    world.do({ type: 'approve', run: world.run().id, head: 'work' });
    const merged = world.do({ type: 'mergeLocally', run: world.run().id });
    assert.equal(merged.ok ? '' : merged.error.code, 'merge.ownBranch');
  });
});

describe('several loops', () => {
  const other = aSource({ path: '/wt/issue-21', branch: 'fix/issue-21' });
  const startAt = (world: CoreWorld, source: LoopSource | undefined) =>
    world.do({
      type: 'startLoop',
      options: loopOptions({ checksRequired: false, ...(source ? { source } : {}) }),
      claims: {},
      given,
    });

  it('work beside each other, each in a checkout and with an id of its own, whatever they may write', () => {
    const world = begin(issue());
    world.heads.set('refs/heads/fix/issue-21', 'begin');
    assert.ok(startAt(world, other).ok);
    world.do({ type: 'readQueue', tasks: [taskOf('T-2026-0001')], problems: [] });
    assert.ok(world.do({ type: 'startLoop', options: loopOptions(), claims: {} }).ok);
    world.playUntil();
    const runs = Object.values(world.state.runs);
    assert.deepEqual(
      runs.map(({ task, phase }) => [task.id, phase]),
      [
        ['T-0000-0001', 'waiting'],
        ['T-0000-0002', 'waiting'],
        ['T-2026-0001', 'waiting'],
      ],
    );
  });

  it('are refused where one works already, with who it is and since when', () => {
    const world = begin(issue());
    world.at = '2026-01-31T12:41:00Z';
    const second = startAt(world, aSource());
    assert.equal(second.ok ? '' : second.error.code, 'loop.placeBusy');
    assert.deepEqual(second.ok ? {} : second.error.params, {
      path: '/wt/issue-20',
      task: 'T-0000-0001',
      holder: 'codex',
      minutes: 41,
      loop: Object.keys(world.state.loops)[0],
    });
    const plain = new CoreWorld();
    assert.ok(startAt(plain, undefined).ok);
    const again = startAt(plain, undefined);
    assert.equal(again.ok ? '' : again.error.code, 'loop.running');
  });

  it('follow one another in a checkout, whether or not a person has decided on the one before', () => {
    const world = begin(issue(), { reviewOnly: true });
    world.playUntil();
    const before = world.run();
    assert.equal(before.gate?.open, true);
    assert.ok(startAt(world, aSource()).ok);
    world.playUntil();
    assertGood(world);
    assert.notEqual(world.run().id, before.id);
    const now = world.state.runs[before.id];
    assert.deepEqual([now?.phase, now?.gate?.open], ['waiting', false], 'its commit is no longer the head');
  });

  it('that were stopped in one checkout do not go on there together: the newer one does', () => {
    const world = begin(issue());
    const stop = (): void => {
      assert.ok(world.do({ type: 'stopLoop' }).ok);
      for (const effect of world.open()) world.settle(effect);
    };
    stop();
    assert.ok(startAt(world, aSource()).ok);
    stop();
    const [older = '', newer = ''] = Object.keys(world.state.loops);
    assert.ok(world.do({ type: 'resumeLoop' }).ok);
    const phases = Object.values(world.state.runs).map(({ loop, phase }) => [loop, phase === 'stopped']);
    assert.deepEqual(phases, [
      [older, true],
      [newer, false],
    ]);
  });

  it('can be stopped and gone on with one by one', () => {
    const world = begin(issue());
    assert.ok(startAt(world, other).ok);
    const [first = '', second = ''] = Object.keys(world.state.loops);
    assert.ok(world.do({ type: 'stopLoop', loop: first }).ok);
    assert.deepEqual([world.state.loops[first]?.state, world.state.loops[second]?.state], ['stopping', 'running']);
    for (const effect of world.open())
      if (effect.run !== null && world.state.runs[effect.run]?.loop === first) world.settle(effect);
    assert.equal(world.state.loops[first]?.outcome, 'stopped');
    assert.ok(startAt(world, aSource()).ok, 'a stopped loop holds no checkout');
    const resumed = world.do({ type: 'resumeLoop', loop: first });
    assert.equal(resumed.ok ? '' : resumed.error.code, 'loop.placeBusy', 'another one works there by now');
    const unknown = world.do({ type: 'resumeLoop', loop: 'nothing' });
    assert.equal(unknown.ok ? '' : unknown.error.code, 'loop.unknown');
    assert.equal(world.state.runs[Object.keys(world.state.runs)[0] ?? '']?.phase, 'stopped');
  });
});
