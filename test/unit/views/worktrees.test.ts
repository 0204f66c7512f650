import assert from 'node:assert/strict';
import { worktreesView } from '../../../src/app/views/worktrees.ts';
import type { Worktree } from '../../../src/core/worktree/types.ts';
import { aScene, aState, commits, reader, workingState } from '../../builders/scene.ts';

const worktree = (change: Partial<Worktree>): Worktree => ({
  id: 'wt-1',
  run: null,
  purpose: 'person',
  path: '/repo/.claude/worktrees/login',
  branch: 'feature/login',
  commit: commits.base,
  state: 'ready',
  ...change,
});

const cases: readonly (readonly [string, Partial<Worktree>, string, string, string])[] = [
  ['yours', {}, 'feature/login', 'yours · feature/login', 'openWorktree'],
  [
    'a writer',
    { run: 'run-1', purpose: 'write', branch: null },
    'T-2026-0014',
    'for the implementer · at 9f8e7d6',
    'openWorktree',
  ],
  [
    'a reviewer',
    { run: 'run-1', purpose: 'review', branch: null },
    'T-2026-0014',
    'for a review · at 9f8e7d6',
    'openWorktree',
  ],
  [
    'checks',
    { run: 'run-1', purpose: 'check', branch: null },
    'T-2026-0014',
    'for the checks · at 9f8e7d6',
    'openWorktree',
  ],
  ['one being made', { state: 'creating' }, 'feature/login', 'starting · yours · feature/login', ''],
  ['one being removed', { state: 'removing' }, 'feature/login', 'being removed · yours · feature/login', ''],
  ['one that failed', { state: 'failed' }, 'feature/login', 'could not be made · yours · feature/login', ''],
];

describe('worktrees view', () => {
  for (const [title, change, label, description, action] of cases) {
    it(`describes ${title}`, () => {
      const state = { ...workingState(), worktrees: { 'wt-1': worktree(change) } };
      const [node] = worktreesView(reader(), aScene(state));
      assert.deepEqual([node?.label, node?.description, node?.action?.name ?? ''], [label, description, action]);
    });
  }

  it('gives the folder to the commands of the row', () => {
    const state = aState({ worktrees: { 'wt-1': worktree({}) } });
    assert.deepEqual(worktreesView(reader(), aScene(state))[0]?.subject, { path: '/repo/.claude/worktrees/login' });
  });
});
