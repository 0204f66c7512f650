import assert from 'node:assert/strict';
import type { WorktreeStatus } from '../../../src/app/ports/git.ts';
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
  ['yours', {}, 'feature/login', 'yours', 'showWorktreeInScm'],
  [
    'a writer',
    { run: 'run-1', purpose: 'write', branch: null },
    'T-2026-0014',
    'for the implementer · lease: advisory · at 9f8e7d6',
    'showWorktreeInScm',
  ],
  [
    'a reviewer',
    { run: 'run-1', purpose: 'review', branch: null },
    'T-2026-0014',
    'for a review · at 9f8e7d6',
    'showWorktreeInScm',
  ],
  [
    'checks',
    { run: 'run-1', purpose: 'check', branch: null },
    'T-2026-0014',
    'for the checks · at 9f8e7d6',
    'showWorktreeInScm',
  ],
  ['one being made', { state: 'creating' }, 'feature/login', 'starting · yours', ''],
  ['one being removed', { state: 'removing' }, 'feature/login', 'being removed · yours', ''],
  ['one that failed', { state: 'failed' }, 'feature/login', 'could not be made · yours', ''],
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

  const status = (change: Partial<WorktreeStatus>): WorktreeStatus => ({
    path: '/repo/.claude/worktrees/login',
    branch: 'feature/login',
    head: commits.head,
    against: 'refs/heads/main',
    ahead: 0,
    behind: 0,
    changed: 0,
    untracked: 0,
    locked: null,
    prunable: null,
    ...change,
  });

  const disk: readonly (readonly [string, Partial<Worktree>, Partial<WorktreeStatus>, string, string])[] = [
    ['one that stands on its base', {}, {}, 'yours', 'yours'],
    [
      'commits and changed files',
      {},
      { ahead: 3, changed: 3, untracked: 1 },
      'yours · ↑3 ↓0 main · 4 files',
      'yours, 3 commits ahead of main, 0 behind, 4 files',
    ],
    ['one file', {}, { untracked: 1 }, 'yours · 1 file', 'yours, 1 file'],
    [
      'a base that moved',
      {},
      { behind: 12, against: 'refs/remotes/origin/main' },
      'yours · ↑0 ↓12 origin/main',
      'yours, 0 commits ahead of origin/main, 12 behind',
    ],
    ['no base to count against', {}, { against: null, ahead: 3 }, 'yours', 'yours'],
    ['a lock', {}, { locked: 'agent 4242' }, 'yours · locked', 'yours, locked'],
    ['a lost folder', {}, { prunable: 'no such folder', ahead: 3 }, 'yours · folder lost', 'yours, folder lost'],
    ['what only reads', { purpose: 'check' }, { ahead: 3, changed: 4 }, 'for the checks', 'for the checks'],
    ['one on its way', { state: 'removing' }, { changed: 4 }, 'being removed · yours', 'being removed, yours'],
  ];
  for (const [title, change, found, description, spoken] of disk) {
    it(`tells of ${title} on disk`, () => {
      const one = worktree(change);
      const scene = aScene(aState({ worktrees: { 'wt-1': one } }), { worktrees: new Map([[one.path, status(found)]]) });
      const [node] = worktreesView(reader(), scene);
      assert.deepEqual([node?.description, node?.accessibilityLabel], [description, `feature/login, ${spoken}`]);
    });
  }

  it('keeps the reasons for the tooltip, and offers only its removal for a folder that is lost', () => {
    const one = worktree({});
    const view = (found: Partial<WorktreeStatus>) =>
      worktreesView(
        reader(),
        aScene(aState({ worktrees: { 'wt-1': one } }), { worktrees: new Map([[one.path, status(found)]]) }),
      )[0];
    assert.match(view({ locked: 'agent *4242*' })?.tooltip ?? '', /Locked: agent \\\*4242\\\*/);
    const lost = view({ prunable: 'no such folder' });
    assert.match(lost?.tooltip ?? '', /no such folder[\s\S]*mam worktree remove/);
    assert.deepEqual([lost?.tone, lost?.action, lost?.contextValue], ['attention', null, 'worktree.lost']);
  });
});
