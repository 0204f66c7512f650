import assert from 'node:assert/strict';
import { createWorktreeWatch } from '../../../src/app/worktreeWatch.ts';
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
  const watch = createWorktreeWatch({ git, files: createMemoryFiles(), preferredBase: () => null }, () => undefined);
  const distance = (): unknown => {
    const found = watch.statuses.get(path);
    return found && [found.against, found.ahead, found.behind];
  };
  return { git, state, watch, distance };
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
});
