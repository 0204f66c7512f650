import assert from 'node:assert/strict';
import { planIssueWorktree } from '../../../src/app/worktree/plan.ts';
import type { WorktreeWish } from '../../../src/app/worktree/types.ts';
import type { Problem } from '../../../src/base/problem.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { FakeMachine } from '../../fakes/fakeMachine.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const wish: WorktreeWish = { role: 'R', slug: 'sum', type: 'fix', issue: '7', title: null, base: null };
const titled: WorktreeWish = { ...wish, issue: null, title: 'Sum' };
const away: Problem = { code: 'git.failed', text: 'It failed: {reason}.', params: { reason: 'the disk is full' } };
const report = '/repo/reports/agent_loop/active/active_worktree_prepare.md';

describe('worktrees that people ask for', () => {
  let hosts: Harness[];
  beforeEach(() => (hosts = []));
  afterEach(async () => {
    for (const host of hosts) await host.app.close();
  });
  const open = async (options: Partial<Parameters<typeof createHarness>[0]> = {}): Promise<Harness> => {
    const host = await createHarness({ queue: '', ...options });
    hosts.push(host);
    return host;
  };
  const codes = (all: readonly Problem[]): readonly string[] => all.map(({ code }) => code);

  describe('for an issue', () => {
    it('are planned without a trace, with NUMBER for an issue that is not open yet', async () => {
      const h = await open();
      const plan = { git: h.git, controlRoot: '/w/Repo', preferred: '' };
      const seq = h.app.state.seq;
      const planned = await planIssueWorktree(titled, plan);
      const base = h.git.branches.get('main');
      assert.deepEqual(planned.ok && planned.value, {
        state: 'planned',
        branch: 'fix/issue-NUMBER-sum',
        path: '/w/NUMBER-sum/Repo',
        issue: null,
        base,
        fetched: null,
        commands: [
          "gh issue create --title Sum --body 'Role: R'",
          'git worktree add -b fix/issue-NUMBER-sum /w/NUMBER-sum/Repo main',
        ],
        warnings: planned.ok ? planned.value.warnings : [],
      });
      assert.equal(h.app.state.seq, seq);
      const unknown = await planIssueWorktree({ ...wish, base: 'gone' }, plan);
      assert.equal(unknown.ok ? 'ok' : unknown.error.code, 'base.notFound');
    });

    it('are made on the shared base as it is now, and the branch that is there goes on', async () => {
      const h = await open();
      const theirs = h.git.commitOn('theirs', { 'b.txt': 'b\n' });
      h.git.remotes.set('origin/main', theirs);
      const made = await h.app.issueWorktree(wish, person);
      assert.ok(made.ok);
      const { state, base, fetched, commands, warnings, issue } = made.value;
      assert.deepEqual([state, base, fetched, issue, warnings], ['made', theirs, 'fetched', '7', []]);
      assert.deepEqual(commands, [
        'git fetch origin main',
        'git worktree add -b fix/issue-7-sum /7-sum/repo origin/main',
      ]);
      const own = h.git.commitOn('fix/issue-8-sum', { 'c.txt': 'c\n' });
      const again = await h.app.issueWorktree({ ...wish, issue: '8' }, person);
      assert.ok(again.ok);
      assert.deepEqual([again.value.base, codes(again.value.warnings)], [own, ['worktree.branchTaken']]);
    });

    it('say the number of the issue that is open when the worktree can’t be made', async () => {
      const h = await open();
      h.git.failNext('createWorktree', away);
      const failed = await h.app.issueWorktree(titled, person);
      assert.ok(!failed.ok);
      assert.deepEqual(
        [failed.error.code, failed.error.params],
        ['worktree.afterIssue', { issue: '1', reason: 'the disk is full' }],
      );
      h.git.failNext('createWorktree', away);
      const named = await h.app.issueWorktree(wish, person);
      assert.equal(named.ok ? 'ok' : named.error.code, 'git.failed', 'the issue that was named needs no telling');
      const again = await h.app.issueWorktree(titled, person);
      assert.ok(again.ok);
      assert.deepEqual([again.value.issue, again.value.warnings[0]?.code], ['1', 'worktree.issueFound']);
    });

    it('open no issue for a branch that git refuses or a base that is not there', async () => {
      const h = await open();
      for (const wrong of [{ type: 'a b' }, { base: 'gone' }])
        assert.ok(!(await h.app.issueWorktree({ ...titled, ...wrong }, person)).ok);
      assert.deepEqual(h.forge.world.opened, []);
    });

    it('are joined where they are there, and nothing is made up about them', async () => {
      const h = await open();
      const first = await h.app.issueWorktree(titled, person);
      assert.ok(first.ok);
      h.git.commitOn('main', { 'later.txt': 'x\n' });
      const again = await h.app.issueWorktree(titled, person);
      const { warnings, ...rest } = again.ok ? again.value : assert.fail();
      const { branch, path, base } = first.value;
      assert.deepEqual(rest, { state: 'joined', branch, path, issue: '1', base, fetched: null, commands: [] });
      assert.deepEqual(codes(warnings), ['worktree.issueFound']);
      const byIssue = await h.app.issueWorktree({ ...wish, issue: '1' }, person);
      assert.equal(byIssue.ok ? 'ok' : byIssue.error.code, 'worktree.exists');
      h.git.failNext('proveIsolation', away);
      const lost = await h.app.issueWorktree(titled, person);
      assert.equal(lost.ok ? 'ok' : lost.error.code, 'worktree.afterIssue', 'its folder is gone');
    });

    it('are made once for two that ask at once', async () => {
      const h = await open();
      const both = await Promise.all([h.app.issueWorktree(wish, person), h.app.issueWorktree(wish, person)]);
      assert.deepEqual(both.map((one) => (one.ok ? one.value.state : one.error.code)).toSorted(), ['joined', 'made']);
    });
  });

  describe('for a person’s own work', () => {
    const bases = async ({ app }: Harness): Promise<readonly string[]> => {
      const found = await app.worktreeBases();
      return found.ok ? found.value.map((one) => `${one.kind} ${one.name}`) : [found.error.code];
    };

    it('start at the shared base, and may start at what is here only where that holds more', async () => {
      const git = createMemoryGit();
      const h = await open({ git });
      assert.deepEqual(await bases(h), ['shared main']);
      const old = git.branches.get('main') ?? '';
      git.remotes.set('origin/main', old);
      assert.deepEqual(await bases(h), ['shared origin/main'], 'the same commit');
      git.switchTo('/repo', 'main', git.commitOn('main', { 'a.txt': 'mine\n' }));
      assert.deepEqual(await bases(h), ['shared origin/main', 'here main'], 'not pushed yet');
      git.remotes.set('origin/main', git.commitOn('main', { 'a.txt': 'theirs\n' }));
      git.switchTo('/repo', 'main', old);
      assert.deepEqual(await bases(h), ['shared origin/main'], 'behind');
      git.remotes.delete('origin/main');
      git.remotes.set('origin/other', old);
      assert.deepEqual(await bases(h), ['here main'], 'nothing is shared');
      git.failNext('resolveBase', away);
      assert.deepEqual(await bases(h), ['git.failed']);
    });

    it('get ports at which nobody serves, and a word about that and about a disk that is nearly full', async () => {
      const machine = new FakeMachine();
      const h = await open({ machine });
      const found = await h.app.prepareBase(null);
      assert.ok(found.ok);
      const base = found.value;
      const prepare = async (branch: string) => {
        const made = await h.app.prepareWorktree({ path: `/w/${branch}`, branch, base, prepares: null }, person);
        assert.ok(made.ok);
        return made.value;
      };
      for (const port of [21_003, 21_019]) machine.served.add(port);
      machine.free = 1024 ** 3 - 1;
      const first = await prepare('one');
      assert.deepEqual(first.ports, { first: 21_020, count: 10 });
      const [ports, disk] = first.warnings;
      assert.deepEqual(
        [ports?.code, ports?.params['ports'], disk?.code, disk?.params['free']],
        ['worktree.portsServed', '21003, 21019', 'worktree.lowDisk', '1.0'],
      );
      machine.served.clear();
      machine.free = 1024 ** 3;
      const second = await prepare('two');
      assert.deepEqual(second.ports, { first: 21_000, count: 10 });
      assert.deepEqual(
        codes(second.warnings).filter((code) => /ports|Disk/.test(code)),
        [],
      );
      // Whoever serves everywhere keeps nobody from working.
      machine.serves = async () => true;
      assert.equal((await prepare('three')).ports?.count, 10);
    });

    it('are fetched first, and are for no role and no issue: no report says so', async () => {
      const h = await open();
      const at = h.git.branches.get('main') ?? '';
      h.git.remotes.set('origin/main', at);
      const make = (branch: string) =>
        h.app.prepareWorktree(
          { branch, path: `/repo/w/${branch}`, base: { name: 'origin/main', commit: at }, prepares: null },
          person,
        );
      const newer = h.git.commitOn('theirs', { 'b.txt': 'b\n' });
      h.git.remotes.set('origin/main', newer);
      const made = await make('mine');
      assert.ok(made.ok);
      assert.deepEqual([made.value.fetched, h.app.state.worktrees['mine']?.commit], ['fetched', newer]);
      assert.equal(await h.files.kind(report), null);
      h.git.failNext('fetchBranch', away);
      const offline = await make('other');
      assert.ok(offline.ok);
      assert.deepEqual(
        [offline.value.fetched, codes(offline.value.warnings), h.app.state.worktrees['other']?.commit],
        ['failed', ['worktree.notFetched'], at],
      );
      const again = await make('mine');
      assert.equal(again.ok ? 'ok' : again.error.code, 'worktree.exists');
      assert.ok((await h.app.issueWorktree(wish, person)).ok);
      assert.ok(await h.files.kind(report), 'one for an issue has a report');
    });
  });
});
