import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { err } from '../../../src/base/result.ts';
import { checkOverlap } from '../../../src/app/overlap/check.ts';
import type { OverlapDeps } from '../../../src/app/overlap/gather.ts';
import { sharedBase, startBase } from '../../../src/app/overlap/sharedBase.ts';
import { shownPath } from '../../../src/app/overlap/shownPath.ts';
import type { PullRequest } from '../../../src/core/overlap/types.ts';
import { createMemoryForge } from '../../fakes/memoryForge.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';
import { must } from '../../integration/git/support.ts';

const branch = 'feat/issue-9-x';

const pr = (more: Partial<PullRequest>): PullRequest => ({
  number: 12,
  head: branch,
  headCommit: '',
  base: 'main',
  state: 'open',
  fork: false,
  ...more,
});

/** A repository with the branch checked out nowhere, on top of a main that the remote has too. */
function subject() {
  const git = createMemoryGit();
  const main = git.branches.get('main') ?? '';
  git.remotes.set('origin/main', main);
  const first = git.commitOn(branch, { 'a.txt': 'first\n' });
  const forge = createMemoryForge();
  const deps: OverlapDeps = {
    git,
    forge,
    controlRoot: git.root,
    base: '',
    state: { runs: {} },
    statuses: async () => {
      const list = await git.listWorktrees();
      return new Map((list.ok ? list.value : []).map((status) => [status.path, status]));
    },
  };
  const check = async (loadBearing: readonly string[] = []) => {
    const { facts, report, pullRequest } = await checkOverlap({ issue: '9', branch, loadBearing }, deps);
    const codes = (list: typeof report.blockers) => list.map((one) => one.code.replace('overlap.', ''));
    return {
      facts,
      result: report.result,
      blockers: codes(report.blockers),
      warnings: codes(report.warnings),
      pullRequest,
    };
  };
  return { git, forge, main, first, check };
}

describe('overlap with others', () => {
  it('is clear when nobody is there', async () => {
    const { check } = subject();
    const found = await check();
    assert.deepEqual([found.result, found.blockers, found.warnings, found.pullRequest], ['clear', [], [], null]);
    assert.deepEqual(found.facts.current.path, '.');
  });

  it('knows its own pull request by the commits that the branch holds', async () => {
    const { git, forge, first, check } = subject();
    forge.world.pullRequests.push(pr({ headCommit: first }));
    assert.deepEqual([(await check()).result, (await check()).pullRequest], ['clear', '12']);
    git.commitOn(branch, { 'a.txt': 'second\n' });
    assert.equal((await check()).result, 'clear', 'not pushed yet');
    forge.world.pullRequests[0] = pr({ headCommit: 'f'.repeat(40) });
    assert.deepEqual((await check()).blockers, ['openPr'], 'pushed by somebody else');
  });

  it('finds a pull request of the issue behind a hundred others', async () => {
    const { forge, check } = subject();
    forge.world.pullRequests.push(
      ...Array.from({ length: 100 }, (_, index) => pr({ number: index + 100, head: `fix/issue-${index + 100}` })),
      pr({ number: 7, head: 'fix/issue-9-y' }),
    );
    const found = await check();
    assert.deepEqual([found.blockers, found.pullRequest], [['openPr'], null]);
  });

  it('is blocked by a checkout of the issue, and not by one of a cycle', async () => {
    const { git, main, check } = subject();
    must(await git.createWorktree({ path: '/repo/w', branch: 'agent/T-2026-0001/cycle', commit: main }));
    assert.equal((await check()).result, 'clear');
    must(await git.createWorktree({ path: '/repo/v', branch: 'fix/issue-9-y', commit: main }));
    assert.deepEqual((await check()).blockers, ['otherWorktree']);
  });

  it('is blocked by a base that the checkout lacks', async () => {
    const { git, check } = subject();
    git.remotes.set('origin/main', git.commitOn('elsewhere', { 'b.txt': 'b\n' }));
    assert.deepEqual((await check()).blockers, ['staleBase']);
  });

  it('warns of load-bearing files that others change, here and there', async () => {
    const { git, forge, main, check } = subject();
    must(await git.createWorktree({ path: '/repo/w', branch: 'fix/issue-8', commit: main }));
    git.files('/repo/w').set('api/a.ts', 'x\n');
    forge.world.pullRequests.push(pr({ number: 3, head: 'fix/issue-7' }));
    forge.world.files[3] = [['docs/adr/1.md', null]];
    const found = await check(['api/a.ts', 'docs/adr/1.md']);
    assert.deepEqual([found.result, found.warnings], ['warn', ['dirtyElsewhere', 'prTouches']]);
    assert.equal((await check([])).result, 'clear', 'only for load-bearing paths');
  });

  it('goes on without a forge, with the reason', async () => {
    const { forge, check } = subject();
    forge.unreachable = problem('forge.offline', 'GitHub is away.');
    const found = await check(['api/a.ts']);
    assert.deepEqual([found.result, found.blockers, found.warnings], ['warn', [], ['forge.offline']]);
  });

  it('is blocked when git does not tell who works where', async () => {
    const { git, check } = subject();
    git.failNext('listCheckouts', problem('git.failed', 'git failed'));
    const found = await check();
    assert.deepEqual(found.blockers, ['worktreesUnreadable']);
    git.failNext('listBranches', problem('git.failed', 'git failed'));
    const blind = await check();
    assert.deepEqual([blind.blockers, blind.warnings], [['baseUnreadable'], ['remotesUnreadable']]);
    git.failNext('isAncestor', problem('git.failed', 'git failed'));
    assert.deepEqual((await check()).blockers, ['baseUnreadable']);
  });

  it('warns of what the scan of load-bearing files could not read', async () => {
    const { git, forge, main, check } = subject();
    must(await git.createWorktree({ path: '/repo/w', branch: 'fix/issue-8', commit: main }));
    git.failNext('listWorktrees', problem('git.failed', 'git failed'));
    forge.filesOfOpenPullRequests = async () => err(problem('forge.failed', 'rate limit'));
    const found = await check(['api/a.ts']);
    assert.deepEqual([found.result, found.blockers], ['warn', []]);
    assert.deepEqual(found.warnings, ['dirtyUnknown', 'prFilesUnreadable']);
  });
});

describe('the shared base', () => {
  const of = (
    remote: readonly string[],
    local: readonly string[],
    preferred = '',
    remoteDefault: string | null = null,
  ) => {
    const commits = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `commit of ${name}`]));
    return sharedBase({ local: commits(local), remote: commits(remote), remoteDefault }, preferred)?.name ?? null;
  };
  const rows: readonly (readonly [string, string | null, string | null])[] = [
    ['is the default branch of origin', of(['origin/main', 'origin/dev'], ['main'], '', 'origin/dev'), 'origin/dev'],
    ['has a usual name otherwise', of(['origin/trunk', 'origin/x'], ['main']), 'origin/trunk'],
    ['is what the setting names', of(['origin/main', 'origin/dev'], [], 'dev', 'origin/main'), 'origin/dev'],
    ['may be set as a remote branch', of(['origin/main', 'up/dev'], [], 'up/dev'), 'up/dev'],
    ['may be set as a full name', of(['origin/main', 'origin/dev'], [], 'refs/heads/dev'), 'origin/dev'],
    ['is of the only remote', of(['upstream/main'], []), 'upstream/main'],
    ['is not guessed', of(['origin/dev'], ['main']), null],
    ['that is set but not there is not replaced', of(['origin/main'], ['main'], 'gone'), null],
    ['is local without a remote', of([], ['master', 'x']), 'master'],
    ['is there for nobody', of([], ['x']), null],
  ];
  for (const [what, found, expected] of rows) it(what, () => assert.equal(found, expected));
});

describe('what a new branch starts at', () => {
  const branches = {
    local: { main: 'old', 'feat/issue-9-x': 'theirs' },
    remote: { 'origin/main': 'new', 'origin/dev': 'dev' },
    remoteDefault: 'origin/main',
  };
  const rows: readonly (readonly [what: string, named: string | null, preferred: string, expected: string])[] = [
    ['is the shared base', null, '', 'origin/main new'],
    ['is what the setting names', null, 'dev', 'origin/dev dev'],
    ['is what a person names over the setting', 'main', 'dev', 'origin/main new'],
    ['may be work that is only here, where a person names it', 'feat/issue-9-x', '', 'feat/issue-9-x theirs'],
    ['is never replaced', 'gone', '', 'base.notFound'],
    ['is not taken from a setting that nobody shares', null, 'feat/issue-9-x', 'base.notFound'],
  ];
  for (const [what, named, preferred, expected] of rows)
    it(what, () => {
      const found = startBase(branches, named, preferred);
      assert.equal(found.ok ? `${found.value.name} ${found.value.commit}` : found.error.code, expected);
    });
});

describe('paths that are shown', () => {
  it('name no folder of this machine', () => {
    assert.equal(shownPath('/home/me/repo', '/home/me/repo'), '.');
    assert.equal(shownPath('/home/me/repo', '/home/me/repo/.claude/worktrees/a'), '.claude/worktrees/a');
    assert.equal(shownPath('/home/me/repo', '/home/me/repository/a'), '…/a');
    assert.equal(shownPath('C:\\repo', 'C:\\repo\\w'), 'w');
    assert.equal(shownPath('/home/me/repo', '/home/me/12-sum/repo'), '../12-sum/repo', 'as MAM makes them');
    assert.equal(shownPath('/home/repo', '/home/ann/repo'), '…/repo');
    assert.equal(shownPath('/home/me/repo', '/home/me/12-sum/other'), '…/other');
  });
});
