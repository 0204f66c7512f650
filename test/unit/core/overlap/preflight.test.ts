import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import { overlapPreflight } from '../../../../src/core/overlap/preflight.ts';
import type { OverlapFacts, PullRequest } from '../../../../src/core/overlap/types.ts';

const branch = 'feat/issue-9-x';
const head = 'a'.repeat(40);

const facts = (more: Partial<OverlapFacts> = {}): OverlapFacts => ({
  issue: '9',
  branch,
  current: { path: '.', branch, head },
  base: ok({ name: 'origin/main', commit: 'b'.repeat(40), contained: true }),
  issueState: ok('open'),
  openPullRequests: ok([]),
  branchPullRequests: ok([]),
  ownHeads: [head],
  otherCheckouts: ok([]),
  localBranches: [branch, 'main'],
  remoteBranches: ok(['main']),
  loadBearing: [],
  touchedBy: ok({}),
  ...more,
});

const pr = (more: Partial<PullRequest> = {}): PullRequest => ({
  number: 12,
  head: branch,
  headCommit: head,
  base: 'main',
  state: 'open',
  fork: false,
  ...more,
});
const other = (path: string, on: string | null, dirty: readonly string[] | null = []) => ({
  path,
  branch: on,
  head,
  dirty,
});
const why = (code: string) => err(problem(code, 'Told by the forge.'));

const codes = (given: OverlapFacts): readonly [string, string, string] => {
  const found = overlapPreflight(given);
  const short = (list: typeof found.blockers): string => list.map((one) => one.code.replace('overlap.', '')).join(' ');
  return [found.result, short(found.blockers), short(found.warnings)];
};

describe('overlap preflight', () => {
  const rows: readonly (readonly [string, Partial<OverlapFacts>, readonly [string, string, string]])[] = [
    ['nothing in the way', {}, ['clear', '', '']],
    [
      'a branch of another issue',
      { branch: 'feat/issue-8-x', ownHeads: [] },
      ['blocked', 'issueMismatch', 'otherIssueBranch'],
    ],
    [
      'MAM’s own branch, which names no issue',
      { branch: 'feature/T-2026-0001-integration-2', ownHeads: [] },
      ['warn', '', 'otherIssueBranch'],
    ],
    [
      'a branch without a type',
      { branch: 'issue-9', current: { path: '.', branch: 'issue-9', head } },
      ['blocked', 'badBranch', 'localBranches'],
    ],
    ['no branch checked out', { current: { path: '.', branch: null, head } }, ['blocked', 'detached', '']],
    [
      'another issue checked out',
      { current: { path: '.', branch: 'fix/issue-7', head } },
      ['blocked', 'wrongIssueCheckout', ''],
    ],
    ['main checked out', { current: { path: '.', branch: 'main', head }, localBranches: ['main'] }, ['clear', '', '']],
    [
      'another branch of the issue checked out',
      { current: { path: '.', branch: 'fix/issue-9-y', head }, localBranches: ['fix/issue-9-y'] },
      ['warn', '', 'otherIssueBranch'],
    ],
    [
      'a base that the head lacks',
      { base: ok({ name: 'origin/main', commit: 'c', contained: false }) },
      ['blocked', 'staleBase', ''],
    ],
    [
      'a head ahead of its base',
      { base: ok({ name: 'origin/main', commit: 'c', contained: true }) },
      ['clear', '', ''],
    ],
    ['no base', { base: why('overlap.baseUnresolved') }, ['warn', '', 'baseUnresolved']],
    ['no commit', { base: why('overlap.noCommit') }, ['warn', '', 'noCommit']],
    ['an ancestry that can not be read', { base: why('git.failed') }, ['blocked', 'baseUnreadable', '']],
    [
      'files of pull requests that can not be read',
      { touchedBy: why('forge.failed') },
      ['warn', '', 'prFilesUnreadable'],
    ],
    ['no forge to ask for files', { touchedBy: why('forge.none') }, ['warn', '', 'forge.none']],
    [
      'changes elsewhere that nobody could look at',
      { loadBearing: ['api/a.ts'], otherCheckouts: ok([other('w', null, null)]) },
      ['warn', '', 'dirtyUnknown'],
    ],
    ['changes elsewhere that nobody asks for', { otherCheckouts: ok([other('w', null, null)]) }, ['clear', '', '']],
    ['a closed issue', { issueState: ok('closed') }, ['blocked', 'issueClosed', '']],
    ['an issue that is not there', { issueState: ok('absent') }, ['blocked', 'issueAbsent', '']],
    ['an issue that can not be read', { issueState: why('forge.failed') }, ['blocked', 'issueUnreadable', '']],
    ['pull requests that can not be read', { openPullRequests: why('forge.failed') }, ['blocked', 'prsUnreadable', '']],
    [
      'a history that can not be read',
      { branchPullRequests: why('forge.failed') },
      ['blocked', 'branchHistoryUnreadable', ''],
    ],
    [
      'a merged pull request',
      { branchPullRequests: ok([pr({ state: 'closed' }), pr({ state: 'merged' })]) },
      ['blocked', 'branchMerged', ''],
    ],
    ['a closed pull request', { branchPullRequests: ok([pr({ state: 'closed' })]) }, ['warn', '', 'closedHistory']],
    [
      'a merged pull request of a fork',
      { branchPullRequests: ok([pr({ state: 'merged', fork: true })]) },
      ['clear', '', ''],
    ],
    ['the branch on the remote', { remoteBranches: ok(['main', branch]) }, ['warn', '', 'remoteExists']],
    ['another branch on the remote', { remoteBranches: ok(['fix/issue-9-y']) }, ['warn', '', 'remoteBranches']],
    ['no list of remote branches', { remoteBranches: why('git.failed') }, ['warn', '', 'remotesUnreadable']],
    [
      'another local branch',
      { localBranches: [branch, 'fix/issue-9-y', 'fix/issue-99'] },
      ['warn', '', 'localBranches'],
    ],
    ['no list of worktrees', { otherCheckouts: why('git.failed') }, ['blocked', 'worktreesUnreadable', '']],
    [
      'a worktree of the issue',
      { otherCheckouts: ok([other('w', 'fix/issue-9-y')]) },
      ['blocked', 'otherWorktree', ''],
    ],
    ['the worktree of a cycle', { otherCheckouts: ok([other('w', 'agent/T-2026-0001/cycle')]) }, ['clear', '', '']],
    [
      'an integration worktree of the issue',
      { otherCheckouts: ok([other('.claude/worktrees/T-2026-0001-integration', 'feat/issue-9-z')]) },
      ['blocked', 'otherWorktree', ''],
    ],
    ['a detached worktree', { otherCheckouts: ok([other('w', null)]) }, ['clear', '', '']],
    [
      'a pull request of the issue',
      { openPullRequests: ok([pr({ number: 1031, head: 'fix/issue-9-y' })]) },
      ['blocked', 'openPr', ''],
    ],
    ['its own pull request', { openPullRequests: ok([pr()]) }, ['clear', '', '']],
    [
      'its pull request at a commit of somebody else',
      { openPullRequests: ok([pr({ headCommit: 'd' })]) },
      ['blocked', 'openPr', ''],
    ],
    [
      'a pull request of a fork with its name',
      { openPullRequests: ok([pr({ fork: true })]) },
      ['blocked', 'openPr', ''],
    ],
    ['pull requests of others', { openPullRequests: ok([pr({ head: 'fix/issue-99' })]) }, ['clear', '', '']],
  ];
  for (const [what, more, expected] of rows)
    it(`with ${what}: ${expected[0]}`, () => assert.deepEqual(codes(facts(more)), expected));

  for (const code of ['forge.none', 'forge.missing', 'forge.signedOut', 'forge.offline'])
    it(`goes on with one warning when there is ${code}, and still counts what is known`, () => {
      const unknown = { issueState: why(code), openPullRequests: why(code), branchPullRequests: why(code) };
      assert.deepEqual(codes(facts(unknown)), ['warn', '', code]);
      assert.deepEqual(codes(facts({ ...unknown, issueState: ok('closed') })), ['blocked', 'issueClosed', code]);
      const merged = ok([pr({ state: 'merged' })]);
      assert.deepEqual(codes(facts({ ...unknown, branchPullRequests: merged })), ['blocked', 'branchMerged', code]);
    });

  it('says why something could not be read', () => {
    const failed = err(
      problem('forge.failed', 'gh could not {action}: {reason}', { action: 'list', reason: 'rate limit' }),
    );
    const { blockers } = overlapPreflight(facts({ openPullRequests: failed, otherCheckouts: why('git.gone') }));
    assert.deepEqual(
      blockers.map((one) => one.params['reason']),
      ['Told by the forge', 'rate limit'],
    );
  });

  it('shows its own pull request, the open issue and the base as evidence', () => {
    const { evidence } = overlapPreflight(facts({ openPullRequests: ok([pr()]) }));
    assert.deepEqual(
      evidence.map((one) => one.code),
      ['overlap.baseContained', 'overlap.issueOpen', 'overlap.ownPr'],
    );
  });

  it('warns of load-bearing files that others change, cycles included, and never blocks for them', () => {
    const loadBearing = ['api/a.ts', 'docs/adr/1.md', 'new/b.ts'];
    const given = facts({
      loadBearing,
      otherCheckouts: ok([
        other('w', 'agent/T-2026-0001/cycle', ['api/a.ts', 'api/other.ts']),
        other('v', null, ['new/']),
        other('u', null, ['api/a.ts.bak', 'docs']),
      ]),
      openPullRequests: ok([pr({ number: 3, head: 'fix/issue-1' }), pr()]),
      touchedBy: ok({ 3: ['docs/adr/1.md'], 12: ['api/a.ts'] }),
    });
    const { result, warnings } = overlapPreflight(given);
    assert.equal(result, 'warn');
    assert.deepEqual(
      warnings.map(({ code, params }) => [code, params['path'] ?? params['number'], params['files']]),
      [
        ['overlap.dirtyElsewhere', 'w', 'api/a.ts'],
        ['overlap.dirtyElsewhere', 'v', 'new/b.ts'],
        ['overlap.prTouches', 3, 'docs/adr/1.md'],
      ],
    );
  });
});
