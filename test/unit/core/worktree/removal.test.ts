import assert from 'node:assert/strict';
import { emptyState, type State } from '../../../../src/core/state.ts';
import { removalBlockers, removeWorktree } from '../../../../src/core/worktree/removal.ts';
import type { WorktreeSight } from '../../../../src/core/worktree/types.ts';
import { CoreWorld, failedWith, loopOptions } from '../../../builders/core.ts';
import { aSource } from '../../../builders/source.ts';
import { stateOf, orderOf } from '../../../builders/delegation.ts';

const clean: WorktreeSight = {
  path: '/w/one',
  branch: 'fix/one',
  head: 'c1',
  locked: null,
  folder: 'there',
  operation: null,
  changed: [],
  untracked: [],
  ignored: [],
  counts: { changed: 0, untracked: 0, ignored: 0 },
  bytes: 0,
  lost: 0,
  unpushed: 3,
  submodules: [],
  specials: [],
  nested: [],
  branchGoes: false,
};
const no = { rescue: false, stop: false, mostBytes: 1000 };
const yes = { ...no, rescue: true };
const dirty = { ...clean, changed: ['a'], counts: { changed: 1, untracked: 0, ignored: 0 }, bytes: 10 };
const job = stateOf([{ type: 'jobSubmitted', job: { ...orderOf('job-1'), workdir: '/w/one/below' } }]);

/** A loop that works in a folder below the worktree, and the same one once it is stopped. */
const looping = new CoreWorld();
looping.heads.set('refs/heads/fix/issue-20', 'begin');
looping.do({
  type: 'startLoop',
  options: loopOptions({ checksRequired: false, source: aSource({ path: '/w/one/below' }) }),
  claims: {},
  given: { title: 'Issue 20', body: 'Mend it.', checks: [] },
});
looping.playUntil('runLane');
const works = looping.state;
looping.do({ type: 'stopLoop' });
looping.playUntil();
const stopped = looping.state;
looping.do({ type: 'abandonRun', run: looping.run().id });
const givenUp = looping.state;

describe('removing a worktree', () => {
  const table: readonly [string, Partial<WorktreeSight>, State, readonly string[], readonly string[]][] = [
    ['clean', {}, emptyState, [], []],
    ['commits on its branch alone', { unpushed: 7 }, emptyState, [], []],
    ['folder gone', { folder: 'missing' }, emptyState, [], []],
    ['locked', { locked: 'agent 4242' }, emptyState, ['worktree.lockedBy'], ['worktree.lockedBy']],
    ['locked without a word', { locked: '' }, emptyState, ['worktree.lockedBy'], ['worktree.lockedBy']],
    ['broken', { folder: 'broken' }, emptyState, ['worktree.broken'], ['worktree.broken']],
    ['in a rebase', { operation: 'rebase' }, emptyState, ['worktree.midOperation'], ['worktree.midOperation']],
    ['changed', dirty, emptyState, ['worktree.dirty'], []],
    ['new files', { counts: { changed: 0, untracked: 2, ignored: 0 } }, emptyState, ['worktree.dirty'], []],
    ['ignored files', { counts: { changed: 0, untracked: 0, ignored: 1 } }, emptyState, ['worktree.ignoredFiles'], []],
    ['commits on no branch', { lost: 1 }, emptyState, ['worktree.lostCommits'], []],
    [
      'a submodule',
      { submodules: [{ path: 'lib', changed: false, unpushed: 2 }] },
      emptyState,
      ['worktree.submoduleWork'],
      [],
    ],
    ['a pushed submodule', { submodules: [{ path: 'lib', changed: false, unpushed: 0 }] }, emptyState, [], []],
    ['large', { ...dirty, bytes: 1001 }, emptyState, ['worktree.dirty'], ['worktree.rescueTooLarge']],
    ['a job', {}, job, ['worktree.ofJob'], ['worktree.ofJob']],
    ['a loop', {}, works, ['worktree.ofLoop'], ['worktree.ofLoop']],
    ['a loop elsewhere', { path: '/w/on' }, works, [], []],
    ['a loop that was stopped', {}, stopped, ['worktree.loopWaits'], ['worktree.loopWaits']],
    ['a loop that a person gave up', {}, givenUp, [], []],
    ['a job elsewhere', { path: '/w/on' }, job, [], []],
  ];
  for (const [name, changes, state, without, withRescue] of table)
    it(`${name}: judged with and without a rescue`, () => {
      const sight = { ...clean, ...changes };
      const codes = (wish: typeof no) => removalBlockers(state, sight, wish).map(({ code }) => code);
      assert.deepEqual([codes(no), codes(yes)], [without, withRescue]);
      const asked = removeWorktree(
        state,
        { type: 'removeWorktree', worktree: 'fix/one', sight, wish: yes },
        { at: '2026-01-31T12:00:00Z' },
      );
      assert.equal(asked.ok, withRescue.length === 0);
    });

  it('any size is right where a person said so', () => {
    const sight = { ...dirty, bytes: 1001 };
    assert.deepEqual(removalBlockers(emptyState, sight, { ...yes, mostBytes: null }), []);
  });

  it('leaves one that could not be worked in as it was, when it fails', () => {
    for (const [fails, was] of [
      [false, 'ready'],
      [true, 'failed'],
    ] as const) {
      const world = new CoreWorld();
      world.do({ type: 'createWorktree', path: '/w/one', branch: 'fix/one', commit: 'c1' });
      world.settle(world.open('createWorktree')[0]!, fails ? failedWith() : undefined);
      assert.equal(world.state.worktrees['fix/one']?.state, was);
      assert.ok(world.do({ type: 'removeWorktree', worktree: 'fix/one', sight: clean, wish: no }).ok);
      world.settle(world.open('removeWorktree')[0]!, failedWith());
      assert.equal(world.state.worktrees['fix/one']?.state, was);
    }
  });

  it('is asked for once, under a name that no other removal has and that fits a ref', () => {
    const command = { type: 'removeWorktree', worktree: 'fix/.x..y z', sight: clean, wish: no } as const;
    const events = removeWorktree(emptyState, command, { at: '2026-01-31T12:00:00Z' });
    const wanted = events.ok && events.value[0]?.type === 'effectRequested' ? events.value[0].effect : null;
    assert.ok(wanted?.kind === 'removeWorktree');
    assert.equal(wanted.keep, 'fix/x-y-z-20260131120000-0');
    const open = { ...emptyState, effects: { [wanted.id]: { effect: wanted, startedBy: null } } };
    assert.deepEqual(removeWorktree(open, command, { at: '2026-01-31T12:00:01Z' }), { ok: true, value: [] });
  });
});
