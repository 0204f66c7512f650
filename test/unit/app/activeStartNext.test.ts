import assert from 'node:assert/strict';
import { usualRepair, type StartPackRequest } from '../../../src/app/start/request.ts';
import type { StartPack } from '../../../src/app/start/pack.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { readTickOptions } from '../../../src/cli/tickOptions.ts';
import { verbs } from '../../../src/cli/verbs.ts';
import { readWish } from '../../../src/cli/worktreeWish.ts';
import { branchNameProblem } from '../../../src/core/branch/branchName.ts';
import { loopStateSchema } from '../../../src/protocol/ledger/loopState.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { startRequest } from '../../builders/startRequest.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const active = '/repo/reports/agent_loop/active';
const codes = (ones: readonly { readonly code: string }[]) => ones.map((one) => one.code);

describe('the start of work, before and after', () => {
  const task = queueText({ id: 'T-2026-0014', title: 'Add retry to fetcher (v2)', claims: '`a.txt`' });
  let h: Harness;
  afterEach(() => h.app.close());

  async function start(changes: Partial<StartPackRequest> = {}): Promise<StartPack> {
    const { branch } = changes;
    if (branch && !h.git.branches.has(branch)) h.git.commitOn(branch, {});
    const done = await h.app.activeStart(startRequest(changes), person);
    assert.ok(done.ok, done.ok ? '' : done.error.code);
    await h.rest();
    return done.value;
  }
  const textOf = async (path: string): Promise<string | null> => {
    const read = await h.files.read(path);
    assert.ok(read.ok);
    return read.value;
  };

  describe('opens no issue', () => {
    it('for a task that is not there', async () => {
      h = await createHarness({ queue: task });
      const pack = await start({ task: 'T-2026-0099', repair: usualRepair });
      assert.deepEqual(codes(pack.blockers), ['tick.unknownTask']);
      assert.ok(codes(pack.warnings).includes('start.notRepaired'));
      assert.deepEqual([h.forge.world.opened, pack.facts.branch], [[], 'main']);
    });

    it('for MAM’s own branch, whether its issue is named or not', async () => {
      h = await createHarness({ queue: task });
      await h.git.switchBranch('feature/T-2026-0014-integration', 'main');
      const pack = await start({ repair: usualRepair });
      assert.ok(codes(pack.warnings).includes('start.ownBranch'));
      assert.equal(pack.nextCommand, 'mam status');
      const named = await start({ repair: usualRepair, issue: '7' });
      assert.ok(!codes(named.warnings).includes('start.ownBranch'));
      assert.deepEqual(named.tick?.blockers, []);
      assert.deepEqual([h.forge.world.opened, named.facts.branch], [[], 'feature/T-2026-0014-integration']);
    });
  });

  it('tells the issue that it opened when it can’t go on after that', async () => {
    let calls = 0;
    h = await createHarness({
      queue: task,
      wrap: (ports) => ({
        ...ports,
        git: {
          ...ports.git,
          ownCheckout: async () =>
            h?.forge.world.opened?.length === 1 && calls++ >= 0
              ? { ok: false, error: { code: 'git.failed', text: 'Git failed.', params: {} } }
              : ports.git.ownCheckout(),
        },
      }),
    });
    h.forge.world.issues['4241'] = 'closed';
    const done = await h.app.activeStart(startRequest({ repair: usualRepair }), person);
    assert.ok(!done.ok && calls > 0);
    assert.deepEqual([done.error.code, done.error.params['issue']], ['start.afterIssue', '4242']);
  });

  describe('takes the globs of a task apart', () => {
    const repository = {
      'a.txt': 'one\n',
      'data/private/x.csv': '1\n',
      '.github/workflows/ci.yml': 'on: push\n',
      'docs/adr/one.md': '# One\n',
      'docs/guide.md': '# Guide\n',
    };
    const claiming = async (claims: string): Promise<StartPack> => {
      h = await createHarness({
        queue: queueText({ id: 'T-2026-0014', claims }),
        git: createMemoryGit({ files: repository }),
      });
      return start({ issue: '7', branch: 'feat/issue-7-x' });
    };

    it('so that private files and load-bearing ones are seen', async () => {
      const secret = await claiming('`data/private/**`');
      assert.deepEqual(secret.facts.files, ['data/private/x.csv', 'tasks/queue.md']);
      assert.equal(secret.facts.readiness.decision, 'blocked');
      await h.app.close();
      const flow = await claiming('`.github/workflows/**`');
      assert.deepEqual(flow.facts.surface.loadBearing, ['.github/workflows/ci.yml']);
      await h.app.close();
      const folder = await claiming('docs');
      assert.deepEqual(folder.facts.files, ['docs/adr/one.md', 'docs/guide.md', 'tasks/queue.md']);
    });

    it('and is blocked by one that means nothing which is there', async () => {
      const pack = await claiming('`nowhere/**`');
      assert.deepEqual(codes(pack.blockers), ['start.openClaim']);
      assert.deepEqual(pack.facts.files, ['nowhere/**', 'tasks/queue.md']);
      assert.notEqual(pack.facts.surface.confidence, 'high');
    });
  });

  /** What its own verb reads of a command. */
  const parsed = async (command: string) => {
    const [mam, name = '', ...args] = command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
    const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    assert.ok(mam === 'mam' && load, command);
    const verb = await load();
    const call = parseVerb(verb, args);
    assert.ok(call.ok, call.ok ? '' : call.error.text);
    return { name, call: call.value };
  };

  it('names a next command that its verb takes', async () => {
    h = await createHarness({ queue: task });
    const rows: readonly (readonly [Partial<StartPackRequest>, string])[] = [
      [{}, 'active-start'],
      [{ task: 'T-2026-0099' }, 'status'],
      [{ issue: '7' }, 'worktree'],
      [{ issue: '7', branch: 'release/x' }, 'worktree'],
      [{ issue: '7', branch: 'feat/issue-9-x' }, 'worktree'],
      [{ branch: 'feature/T-2026-0014-integration' }, 'status'],
      [{ issue: '7', branch: 'feat/issue-7-x', claimText: { path: 'no.md', text: null } }, 'overlap-preflight'],
      [{ issue: '7', branch: 'feature/T-2026-0014-integration' }, 'active-loop'],
    ];
    for (const [changes, expected] of rows) {
      const { name, call } = await parsed((await start(changes)).nextCommand);
      assert.equal(name, expected, JSON.stringify(changes));
      if (name === 'worktree') assert.equal(readWish(call, ['chore']).ok, true);
      if (name === 'active-loop') assert.equal(readTickOptions(call).ok, true);
      if (name === 'overlap-preflight') assert.equal(branchNameProblem(call.text('branch') ?? ''), null);
    }
  });

  it('names a tick of the same change, with all that was said of it', async () => {
    h = await createHarness({ queue: task });
    const pack = await start({
      task: 'T-2026-0014',
      issue: '7',
      branch: 'feature/T-2026-0014-integration',
      files: ['docs/a.md'],
      shownPath: (path) => `../${path}`,
      repeat: ['--changed-files', 'my list.txt', '--lease-ttl-minutes', '5'],
    });
    assert.deepEqual(pack.tick?.blockers, []);
    assert.equal(
      pack.nextCommand,
      "mam active-loop --topology expanded-eight --task T-2026-0014 --issue 7 --branch feature/T-2026-0014-integration --pr-body ../reports/agent_loop/pr_body.md --changed-files 'my list.txt' --lease-ttl-minutes 5 --execute",
    );
    const own = await start({
      issue: '7',
      branch: 'feat/issue-7-x',
      prBody: { path: 'docs/body.md', text: 'Closes #7\n' },
    });
    assert.match(own.nextCommand, / --pr-body docs\/body\.md --execute$/);
  });

  it('says the same of MAM’s own branch in every report once the issue is named', async () => {
    h = await createHarness({ queue: task });
    await start({ issue: '7', branch: 'feature/T-2026-0014-integration' });
    const state = loopStateSchema.parse(JSON.parse((await textOf(`${active}/loop_state.json`)) ?? ''));
    assert.deepEqual(state.continuation.blockers, []);
    for (const name of ['ship_simulation.md', 'auto_ship_plan.md', 'branch_issue_hygiene.md'])
      assert.doesNotMatch(
        (await textOf(`${active}/${name}`)) ?? '',
        /\[(?:branch|plan|hygiene)\.[a-z]*(?:ssue|ranch|ame)/i,
      );
  });
});
