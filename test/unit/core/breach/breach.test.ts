import assert from 'node:assert/strict';
import { looseChanges } from '../../../../src/core/breach/loose.ts';
import { compareShared } from '../../../../src/core/breach/compare.ts';
import type { Breach, SharedFact, SharedKind } from '../../../../src/core/breach/types.ts';
import type { Ask } from '../../../../src/core/loop/types.ts';
import { blockingBreaches } from '../../../../src/core/breach/select.ts';
import { changed, openJob, see, shown, tie, twoAtWork, working } from '../../../builders/breaches.ts';
import { CoreWorld, host, job, person } from '../../../builders/core.ts';

const codeOf = (ask: Ask | null): string | null => (ask?.kind === 'problem' ? ask.problem.code : null);
const fact = (kind: SharedKind, name: string, mark = '1'): SharedFact => ({ kind, name, mark });

describe('Comparing what is shared', () => {
  const head = fact('checkout', 'HEAD', 'refs/heads/main');
  const other = fact('worktrees', '/w', 'refs/heads/topic');

  it('tells what is new, other or gone, and nothing else', () => {
    const before = [head, fact('refs', 'refs/heads/a'), fact('refs', 'refs/heads/b'), fact('stash', 'refs/stash')];
    const after = [head, fact('refs', 'refs/heads/a'), fact('refs', 'refs/heads/b', '2'), fact('hooks', 'hooks/x')];
    assert.deepEqual(
      compareShared(before, after).map(({ kind, name, to }) => [kind, name, to]),
      [
        ['refs', 'refs/heads/b', '2'],
        ['hooks', 'hooks/x', '1'],
        ['stash', 'refs/stash', null],
      ],
    );
    assert.deepEqual(compareShared(before, before), []);
  });

  for (const [kind, name, usual] of [
    ['checkout', 'a.txt', true],
    ['checkout', 'HEAD', true],
    ['worktrees', '/new', true],
    ['refs', 'refs/heads/main', true],
    ['refs', 'refs/heads/topic', true],
    ['refs', 'refs/heads/other', false],
    ['refs', 'refs/remotes/origin/main', true],
    ['refs', 'refs/tags/v1', true],
    ['refs', 'refs/replace/abc', false],
    ['config', 'branch.main.remote in .git/config', true],
    ['config', 'core.fsmonitor in .git/config', false],
    ['hooks', 'hooks/pre-commit', false],
    ['stash', 'refs/stash', false],
  ] as const)
    it(`calls ${kind} ${name} ${usual ? 'usual' : 'nobody’s to change'}`, () => {
      const after =
        kind === 'checkout' && name === 'HEAD' ? [fact(kind, name, '2'), other] : [head, other, fact(kind, name, '2')];
      assert.deepEqual(
        compareShared([head, other], after).map((change) => change.usual),
        [usual],
      );
    });
});

describe('A breach', () => {
  for (const [title, change, expected] of [
    [
      'of the configuration blocks, whoever did it',
      changed('config', 'core.pager', false),
      [['config', ['core.pager'], true, null]],
    ],
    ['of the main checkout only warns', changed('checkout', 'a.txt', true), [['checkout', ['a.txt'], false, null]]],
    ['a rescue copy that MAM makes is none', { ...changed('refs', 'refs/mam/rescue/x', false), from: null }, []],
    [
      'a rescue copy that somebody moves or takes away',
      changed('refs', 'refs/mam/rescue/x', false),
      [['refs', ['refs/mam/rescue/x'], true, null]],
    ],
    [
      'a worktree beside those of runs warns',
      changed('worktrees', '/worktrees/x', true, [], ''),
      [['worktrees', ['/worktrees/x'], false, null]],
    ],
    ['a worktree that MAM took away is none', { ...changed('worktrees', '/worktrees/x', true), to: null }, []],
    [
      'any other worktree warns',
      changed('worktrees', '/elsewhere/x', true),
      [['worktrees', ['/elsewhere/x'], false, null]],
    ],
  ] as const)
    it(title, () => {
      assert.deepEqual(shown(see(working(), change)), expected);
    });

  it('of the main checkout blocks once something ties it to a job', () => {
    const world = working();
    const ties = [{ job: openJob(world), tie }];
    assert.deepEqual(shown(see(world, changed('checkout', 'a.txt', true, ties))), [['checkout', ['a.txt'], true, tie]]);
  });

  it('is told once, and again when something else changes', () => {
    const world = working();
    const first = changed('checkout', 'a.txt', true);
    assert.equal(see(world, first).length, 1);
    assert.equal(see(world, first).length, 0);
    assert.deepEqual(shown(see(world, first, changed('checkout', 'b.txt', true))), [
      ['checkout', ['b.txt'], false, null],
    ]);
  });

  it('names at most twenty, and counts the rest', () => {
    const [found] = see(working(), ...Array.from({ length: 23 }, (_, i) => changed('refs', `refs/heads/b${i}`, false)));
    assert.deepEqual([found?.names.length, found?.more], [20, 3]);
  });

  it('that is told already is told again of whoever came since, and keeps that run’s gate closed, too', () => {
    const { world, before, change } = twoAtWork();
    const jobsOf = (found: readonly Breach[]) => found.map((one) => one.witnesses.map(({ job: id }) => id));
    const hooks = changed('config', 'core.hookspath', false);
    assert.deepEqual(jobsOf(see(world, hooks)), [before]);
    const { stays, comes, second } = change();
    assert.deepEqual(blockingBreaches(world.state, second), []);
    assert.deepEqual(jobsOf(see(world, hooks)), [[stays, comes]]);
    assert.equal(blockingBreaches(world.state, second).length, 1);
    assert.deepEqual(see(world, hooks), [], 'known of both');
  });

  it('that nobody could look is told of each who worked, once', () => {
    const { world, before, change } = twoAtWork();
    const unseen = (): readonly (readonly string[])[] => {
      world.do({ type: 'observeShared', look: { facts: null, changes: [] } }, host);
      return Object.values(world.state.breaches).map((one) => one.witnesses.map(({ job: id }) => id));
    };
    assert.deepEqual(unseen(), [before]);
    const { comes, second } = change();
    assert.deepEqual(unseen(), [before, [comes]]);
    assert.equal(blockingBreaches(world.state, second).length, 1);
    assert.deepEqual(unseen(), [before, [comes]]);
  });

  it('that turns out to be somebody’s is told of them, after it was told of all', () => {
    const { world, before } = twoAtWork();
    const [by = ''] = before;
    see(world, changed('checkout', 'a.txt', true));
    const tied = changed('checkout', 'a.txt', true, [{ job: by, tie }]);
    assert.deepEqual(shown(see(world, tied)), [['checkout', ['a.txt'], true, tie]]);
    assert.deepEqual(see(world, tied), []);
    see(world, changed('stash', 'refs/stash', false));
    const stash = changed('stash', 'refs/stash', false, [{ job: by, tie }]);
    assert.deepEqual(shown(see(world, stash)), [['stash', ['refs/stash'], true, tie]]);
  });

  it('of a branch of a person’s worktree is one, but not its making', () => {
    const world = new CoreWorld();
    assert.ok(world.do({ type: 'createWorktree', path: '/w/mine', branch: 'chore/mine', commit: 'c1' }).ok);
    world.playUntil();
    world.start().playUntil('runLane');
    world.do({ type: 'observeShared', look: { facts: 'd1', changes: [] } }, host);
    const mine = changed('refs', 'refs/heads/chore/mine', true, [{ job: openJob(world), tie }]);
    assert.deepEqual(see(world, { ...mine, from: null, to: 'c1' }), []);
    assert.deepEqual(shown(see(world, mine)), [['refs', ['refs/heads/chore/mine'], true, tie]]);
  });

  it('blames the one that it is tied to, else names all who worked', () => {
    const { world, before: jobs } = twoAtWork();
    const [loose] = see(world, changed('stash', 'refs/stash', false));
    assert.deepEqual(
      loose?.witnesses.map((one) => one.job),
      jobs,
    );
    const [tied] = see(world, changed('hooks', 'hooks/x', false, [{ job: openJob(world), tie }]));
    assert.deepEqual(
      tied?.witnesses.map((one) => one.job),
      [openJob(world)],
    );
  });

  it('among MAM’s own worktrees is blamed once a transcript tells of it, also when it is gone by then', () => {
    for (const isGone of [false, true]) {
      const world = working();
      const made = { ...changed('worktrees', '/worktrees/evil', true, [], ''), from: null };
      assert.deepEqual(shown(see(world, made)), [['worktrees', [made.name], false, null]]);
      const ties = [{ job: openJob(world), tie }];
      const later = looseChanges(world.state).map(({ change }) => ({ ...change, ties }));
      const gone = { ...made, from: '', to: null, ties };
      const told = [['worktrees', [made.name], true, tie]];
      assert.deepEqual(shown(see(world, ...(isGone ? [gone] : []), ...later)), told);
      assert.deepEqual(see(world, ...later), [], 'told once');
    }
  });

  it('names what was told before and changed again once', () => {
    const world = working();
    see(world, changed('checkout', 'a.txt', true));
    const ties = [{ job: openJob(world), tie }];
    const later = looseChanges(world.state).map(({ change }) => ({ ...change, ties }));
    const again = changed('checkout', 'a.txt', true, ties, '3');
    assert.deepEqual(shown(see(world, again, ...later)), [['checkout', ['a.txt'], true, tie]]);
  });

  it('is what could not be looked at, once', () => {
    const world = working();
    const unseen = () => world.do({ type: 'observeShared', look: { facts: null, changes: [] } }, host);
    unseen();
    unseen();
    assert.deepEqual(shown(Object.values(world.state.breaches)), [['unseen', [], true, null]]);
    assert.equal(world.state.shared?.facts, 'd1');
  });

  it('lets the run go on once a person accepts that nobody could look', () => {
    const world = working();
    world.do({ type: 'observeShared', look: { facts: null, changes: [] } }, host);
    const [found] = Object.values(world.state.breaches);
    assert.ok(found);
    world.playUntil();
    assert.deepEqual([world.run().phase, codeOf(world.run().ask)], ['needs-you', 'gate.breachUnseen']);
    assert.ok(world.do({ type: 'acceptBreach', breach: found.id }, person).ok);
    world.playUntil();
    world.observe();
    assert.deepEqual([world.run().phase, world.run().gate?.open], ['waiting', true]);
  });

  it('is watched for as long as somebody works', () => {
    const world = working();
    assert.deepEqual(
      world.state.shared?.jobs.map((one) => one.job),
      [openJob(world)],
    );
    world.settle(world.open('runLane')[0] ?? assert.fail('no lane'));
    assert.equal(world.state.shared, null);
    assert.equal(see(world, changed('stash', 'refs/stash', false)).length, 0, 'nobody works: nobody is asked');
  });

  it('keeps the gate closed until a person accepts it; then the run goes on', () => {
    const world = working();
    const [found] = see(world, changed('config', 'core.hookspath', false));
    assert.ok(found);
    world.playUntil();
    assert.deepEqual([world.run().phase, codeOf(world.run().ask)], ['needs-you', 'gate.breach']);
    for (const actor of [host, job])
      assert.equal(world.do({ type: 'acceptBreach', breach: found.id }, actor).ok, false);
    const unknown = world.do({ type: 'acceptBreach', breach: 'nope' });
    assert.equal(unknown.ok || unknown.error.code, 'breach.unknown');
    assert.ok(world.do({ type: 'acceptBreach', breach: found.id }, person).ok);
    world.playUntil();
    world.observe();
    assert.deepEqual([world.run().phase, world.run().gate?.open], ['waiting', true]);
    assert.deepEqual(world.do({ type: 'acceptBreach', breach: found.id }), { ok: true, value: [] });
    assert.equal(world.state.breaches[found.id]?.accepted?.by, 'test');
  });

  it('survives a crash', () => {
    const world = working();
    see(world, changed('config', 'core.hookspath', false));
    const { state } = world;
    world.crash();
    assert.deepEqual(world.state, state);
  });
});
