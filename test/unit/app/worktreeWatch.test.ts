import assert from 'node:assert/strict';
import { createWorktreeWatch, type Sighting } from '../../../src/app/worktreeWatch.ts';
import { problem } from '../../../src/base/problem.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import type { Worktree } from '../../../src/core/worktree/types.ts';
import { settle } from '../../fakes/manualClock.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const path = '/repo/w';

const scene = async () => {
  const git = createMemoryGit();
  const base = await git.resolveBase(null);
  assert.ok(base.ok);
  const { commit } = base.value;
  await git.createWorktree({ path, branch: 'mine', commit });
  const worktree: Worktree = { id: 'w', run: null, purpose: 'person', path, branch: 'mine', commit, state: 'ready' };
  const state: State = { ...emptyState, worktrees: { w: worktree } };
  const seen: Sighting[] = [];
  const files = createMemoryFiles();
  const failures: string[] = [];
  const asked: string[] = [];
  const listWorktrees = git.listWorktrees.bind(git);
  git.listWorktrees = (from, paths, ask) =>
    listWorktrees(from, paths, (one, head) => {
      const wanted = ask?.(one, head) ?? true;
      if (wanted) asked.push(one);
      return wanted;
    });
  const watch = createWorktreeWatch(
    { git, files, preferredBase: () => null, main: '/repo', onFailure: (reason) => failures.push(reason) },
    (sighting) => seen.push(sighting),
  );
  /** What a look asked a status of, since the question before. */
  const statusesRead = (): readonly string[] => asked.splice(0);
  const distance = (): unknown => {
    const found = watch.statuses.get(path);
    return found && [found.against, found.ahead, found.behind];
  };
  return { git, files, state, watch, distance, seen, commit, failures, statusesRead };
};

describe('worktree watch', () => {
  it('knows nothing before the first look, then how far each worktree is from the base', async () => {
    const { state, watch, distance } = await scene();
    watch.show(true);
    assert.equal(distance(), undefined);
    watch.follow(state);
    await settle();
    assert.deepEqual(distance(), ['refs/heads/main', 0, 0]);
    watch.dispose();
  });

  it('looks again when a branch moved, and only then', async () => {
    const { git, state, watch, distance } = await scene();
    watch.show(true);
    watch.follow(state);
    await settle();
    git.commitOn('main', { 'a.txt': 'elsewhere\n' });
    watch.follow({ ...state, seq: 1 });
    await settle();
    assert.deepEqual(distance(), ['refs/heads/main', 0, 0]);
    watch.follow({ ...state, refs: { 'refs/heads/main': 'moved' } });
    await settle();
    assert.deepEqual(distance(), ['refs/heads/main', 0, 1]);
    watch.dispose();
  });

  it('sees the main checkout and worktrees of others beside its own, and what is changed in each', async () => {
    const { git, state, watch, seen, commit } = await scene();
    await git.createWorktree({ path: '/else/theirs', branch: 'theirs', commit });
    await git.createWorktree({ path: '/repo/r', branch: null, commit });
    const review: Worktree = { ...state.worktrees['w']!, id: 'r', purpose: 'review', path: '/repo/r', branch: null };
    await git.createWorktree({ path: '/repo/.r.mam-removing', branch: null, commit });
    git.files('/else/theirs').set('new.txt', 'x\n');
    watch.show(true);
    watch.follow(state);
    await settle();
    watch.follow({ ...state, worktrees: { ...state.worktrees, r: review }, refs: { 'refs/heads/main': 'moved' } });
    await settle();
    assert.deepEqual(
      seen.map(({ others }) => [...others]),
      [
        [
          ['/repo', { head: commit, branch: 'main', kind: 'main' }],
          ['/else/theirs', { head: commit, branch: 'theirs', kind: 'foreign' }],
          ['/repo/r', { head: commit, branch: null, kind: 'foreign' }],
        ],
        [
          ['/repo', { head: commit, branch: 'main', kind: 'main' }],
          ['/else/theirs', { head: commit, branch: 'theirs', kind: 'foreign' }],
        ],
      ],
    );
    assert.deepEqual([seen[1]?.dirty.get('/else/theirs'), seen[1]?.dirty.get('/repo')], [['new.txt'], []]);
    watch.dispose();
  });

  it('asks git for nothing while nobody sees it, and afterwards for what changed meanwhile', async () => {
    const { git, files, state, watch, seen, statusesRead } = await scene();
    const second = { ...state.worktrees['w']!, id: 'v', path: '/repo/v', branch: 'other' };
    await git.createWorktree({ path: '/repo/v', branch: 'other', commit: second.commit });
    const both = { ...state, worktrees: { ...state.worktrees, v: second } };
    watch.follow(both);
    watch.follow({ ...both, refs: { 'refs/heads/main': 'moved' } });
    await settle();
    assert.deepEqual([seen.length, statusesRead()], [0, []], 'never seen');
    watch.show(true);
    await settle();
    assert.deepEqual([seen.length, statusesRead()], [1, ['/repo', path, '/repo/v']], 'seen for the first time');
    watch.show(false);
    git.files(path).set('new.txt', 'x\n');
    files.edit(`${path}/x`, 'x');
    await settle();
    assert.deepEqual([seen.length, statusesRead(), watch.statuses.get(path)?.untracked], [1, [], 0], 'hidden');
    watch.show(true);
    await settle();
    assert.deepEqual([seen.length, statusesRead()], [2, ['/repo', path]], 'seen again');
    assert.deepEqual([...(seen[1]?.touched ?? [])], [path]);
    watch.show(false);
    watch.show(true);
    await settle();
    assert.deepEqual([seen.length, statusesRead()], [2, []], 'nothing changed meanwhile');
    watch.dispose();
  });

  it('reads again only where something changed, and keeps how the others stood', async () => {
    const { git, files, state, watch, seen, statusesRead } = await scene();
    const second = { ...state.worktrees['w']!, id: 'v', path: '/repo/v', branch: 'other' };
    await git.createWorktree({ path: '/repo/v', branch: 'other', commit: second.commit });
    git.files('/repo/v').set('new.txt', 'x\n');
    const changes = (one: string): number | undefined => watch.statuses.get(one)?.untracked;
    watch.show(true);
    watch.follow({ ...state, worktrees: { ...state.worktrees, v: second } });
    await settle();
    statusesRead();
    for (const name of ['new1.txt', 'new2.txt']) git.files(path).set(name, 'x\n');
    files.edit(`${path}/x`, 'x');
    await settle();
    assert.deepEqual([statusesRead(), changes(path), changes('/repo/v')], [['/repo', path], 2, 1]);
    assert.deepEqual(seen.at(-1)?.dirty.get('/repo/v'), ['new.txt']);
    git.switchTo('/repo/v', 'other', git.commitOn('other', { 'new.txt': 'x\n' }));
    files.edit(`${path}/x`, 'x');
    await settle();
    assert.ok(statusesRead().includes('/repo/v'), 'its head moved');
    watch.dispose();
  });

  it('reads again what a failed look could not read', async () => {
    const { git, files, state, watch, failures, statusesRead } = await scene();
    watch.show(true);
    watch.follow(state);
    await settle();
    statusesRead();
    git.failNext('listWorktrees', problem('git.failed', 'git failed'));
    git.files(path).set('new.txt', 'x\n');
    files.edit(`${path}/x`, 'x');
    await settle();
    assert.equal(watch.statuses.get(path)?.untracked, 0, 'what was known stays');
    watch.follow({ ...state, refs: { 'refs/heads/main': 'moved' } });
    await settle();
    assert.equal(watch.statuses.get(path)?.untracked, 1);
    git.listWorktrees = () => Promise.reject(new Error('no room'));
    files.edit(`${path}/x`, 'x');
    await settle();
    assert.deepEqual([failures, watch.statuses.size], [['Error: no room'], 0], 'nothing stale is shown as known');
    watch.dispose();
  });
});
