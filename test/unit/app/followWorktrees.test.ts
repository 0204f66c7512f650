import assert from 'node:assert/strict';
import { followWorktrees } from '../../../src/app/followWorktrees.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import type { Worktree } from '../../../src/core/worktree/types.ts';
import { settingsWith } from '../../builders/settings.ts';
import { ManualClock, settle } from '../../fakes/manualClock.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const path = '/repo/w';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const scene = async () => {
  const git = createMemoryGit();
  const base = await git.resolveBase(null);
  assert.ok(base.ok);
  const { commit } = base.value;
  await git.createWorktree({ path, branch: 'mine', commit });
  const worktree: Worktree = { id: 'w', run: null, purpose: 'person', path, branch: 'mine', commit, state: 'ready' };
  const state: State = { ...emptyState, worktrees: { w: worktree } };
  const ports = { git, files: createMemoryFiles(), clock: new ManualClock(), log: quiet };
  const settings = settingsWith();
  const followed = followWorktrees(
    ports,
    () => settings,
    () => null,
    '/repo',
    () => undefined,
  );
  /** Whether what comes of a base that moved is looked at. */
  const looksOn = async (): Promise<boolean> => {
    const before = followed.statuses.get(path)?.behind ?? 0;
    git.commitOn('main', { [`${before}.txt`]: 'elsewhere\n' });
    followed.follow({ ...state, refs: { 'refs/heads/main': `moved-${before}` } });
    await settle();
    return followed.statuses.get(path)?.behind === before + 1;
  };
  followed.follow(state);
  return { followed, looksOn };
};

describe('worktrees that are followed', () => {
  it('are looked at as long as any of their viewers sees them', async () => {
    const { followed, looksOn } = await scene();
    assert.equal(followed.overlaps, null, 'nobody has asked yet');
    await followed.show(true, 'tree');
    await followed.show(true, 'dashboard');
    assert.ok(followed.overlaps !== null);
    await followed.show(false, 'dashboard');
    assert.ok(await looksOn());
    await followed.show(false, 'tree');
    assert.equal(await looksOn(), false);
    followed.dispose();
    await followed.close();
  });

  it('are left alone by a viewer that goes twice', async () => {
    const { followed, looksOn } = await scene();
    await followed.show(true, 'tree');
    await followed.show(false, 'dashboard');
    await followed.show(false, 'dashboard');
    assert.ok(await looksOn());
    followed.dispose();
    await followed.close();
  });
});
