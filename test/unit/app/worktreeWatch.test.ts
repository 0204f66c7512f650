import assert from 'node:assert/strict';
import { createWorktreeWatch, type Sighting } from '../../../src/app/worktreeWatch.ts';
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
  const watch = createWorktreeWatch(
    { git, files: createMemoryFiles(), preferredBase: () => null, main: '/repo' },
    (sighting) => seen.push(sighting),
  );
  const distance = (): unknown => {
    const found = watch.statuses.get(path);
    return found && [found.against, found.ahead, found.behind];
  };
  return { git, state, watch, distance, seen, commit };
};

describe('worktree watch', () => {
  it('knows nothing before the first look, then how far each worktree is from the base', async () => {
    const { state, watch, distance } = await scene();
    assert.equal(distance(), undefined);
    watch.follow(state);
    await settle();
    assert.deepEqual(distance(), ['refs/heads/main', 0, 0]);
    watch.dispose();
  });

  it('looks again when a branch moved, and only then', async () => {
    const { git, state, watch, distance } = await scene();
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
    git.files('/else/theirs').set('new.txt', 'x\n');
    watch.follow(emptyState);
    await watch.refresh();
    watch.follow({ ...state, worktrees: { ...state.worktrees, r: review } });
    await settle();
    assert.deepEqual(
      seen.map(({ others }) => [...others]),
      [
        [],
        [
          ['/repo', { head: commit, branch: 'main', kind: 'main' }],
          ['/else/theirs', { head: commit, branch: 'theirs', kind: 'foreign' }],
        ],
      ],
    );
    assert.deepEqual([seen[1]?.dirty.get('/else/theirs'), seen[1]?.dirty.get('/repo')], [['new.txt'], []]);
    watch.dispose();
  });
});
