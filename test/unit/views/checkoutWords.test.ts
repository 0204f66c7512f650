import assert from 'node:assert/strict';
import { statusBarView } from '../../../src/app/views/statusBar.ts';
import { worktreesView } from '../../../src/app/views/worktrees.ts';
import type { Worktree } from '../../../src/core/worktree/types.ts';
import { aScene, commits, reader, workingState } from '../../builders/scene.ts';

const worktree: Worktree = {
  id: 'wt-1',
  run: 'run-1',
  purpose: 'write',
  path: '/repo/.claude/worktrees/retry',
  branch: null,
  commit: commits.base,
  state: 'ready',
};
const at = (purpose: Worktree['purpose'], checkout?: string) => {
  const state = { ...workingState(), worktrees: { [worktree.id]: { ...worktree, purpose } } };
  return aScene(state, checkout === undefined ? {} : { checkout });
};

const windows: readonly (readonly [Worktree['purpose'], string, RegExp])[] = [
  ['write', worktree.path, /This window is in the worktree of T\\-2026\\-0014: its writer works here/],
  ['review', worktree.path, /for a review of T\\-2026\\-0014\\\. It is thrown away/],
  ['check', worktree.path, /for the checks of T\\-2026\\-0014/],
  ['person', worktree.path, /in your worktree T\\-2026\\-0014/],
  ['person', '/elsewhere/mine', /in the worktree mine/],
];

describe('a window on a worktree', () => {
  for (const [purpose, path, words] of windows) {
    it(`says whose it is: ${purpose} ${path}`, () => {
      const bar = statusBarView(reader(), at(purpose, path));
      assert.match(bar.tooltip, words);
      assert.match(bar.text, / \$\(git-branch\) (?:T-2026-0014|mine)$/);
      assert.match(bar.accessibilityLabel, /(?:T-2026-0014|mine)$/);
    });
  }

  it('is marked in the list, and the main checkout says nothing of it', () => {
    const [row] = worktreesView(reader(), at('write', worktree.path));
    assert.match(row?.description ?? '', /this window/);
    const bar = statusBarView(reader(), at('write'));
    assert.doesNotMatch(bar.tooltip + bar.text, /This window|git-branch/);
    assert.doesNotMatch(worktreesView(reader(), at('write'))[0]?.description ?? '', /this window/);
  });
});
