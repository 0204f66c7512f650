import assert from 'node:assert/strict';
import { workBegan } from '../../../../src/core/worktree/workBegan.ts';

describe('where the work in a worktree began', () => {
  it('is at the commit that it was made at, if that was a base', () => {
    const base = { name: 'origin/main', fetched: 'fetched', committedAt: null } as const;
    assert.equal(workBegan({ commit: 'c1', base }), 'c1');
  });

  it('is not known of one that came back at a commit that holds work already', () => {
    assert.equal(workBegan({ commit: 'c2' }), null);
  });
});
