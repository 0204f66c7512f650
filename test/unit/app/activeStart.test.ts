import assert from 'node:assert/strict';
import { usualRepair, type StartPackRequest } from '../../../src/app/start/request.ts';
import type { StartPack } from '../../../src/app/start/pack.ts';
import { stampedAt } from '../../../src/app/reports/markdown.ts';
import { isOurs } from '../../../src/app/ledgerGuard.ts';
import { loopStateSchema } from '../../../src/protocol/ledger/loopState.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { startRequest } from '../../builders/startRequest.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';

const active = '/repo/reports/agent_loop/active';
const draft = '/repo/reports/agent_loop/pr_body.md';

const codes = (ones: readonly { readonly code: string }[]) => ones.map((one) => one.code);

describe('the start of work', () => {
  const task = queueText({ id: 'T-2026-0014', title: 'Add retry to fetcher (v2)', claims: '`a.txt`' });
  let h: Harness;
  afterEach(() => h.app.close());

  async function start(changes: Partial<StartPackRequest> = {}, actor = person): Promise<StartPack> {
    const { branch } = changes;
    if (branch && !h.git.branches.has(branch)) h.git.commitOn(branch, {});
    const done = await h.app.activeStart(startRequest(changes), actor);
    assert.ok(done.ok, done.ok ? '' : done.error.code);
    await h.rest();
    return done.value;
  }
  const textOf = async (path: string): Promise<string | null> => {
    const read = await h.files.read(path);
    assert.ok(read.ok);
    return read.value;
  };
  const branchHere = async (): Promise<string | null | undefined> => {
    const all = await h.git.listCheckouts();
    return all.ok ? all.value.find((one) => one.here)?.branch : undefined;
  };

  it('goes on with an empty queue on main, though nothing could ship from there, and changes nothing elsewhere', async () => {
    h = await createHarness({ queue: '# Queue\n' });
    const pack = await start();
    assert.deepEqual([pack.decision, pack.tick?.decision], ['started', 'blocked']);
    assert.deepEqual(codes(pack.blockers), []);
    assert.ok(codes(pack.tick?.blockers ?? []).includes('tick.notIssueBranch'));
    assert.ok(codes(pack.warnings).includes('start.noTask'));
    assert.equal(pack.nextCommand, 'mam active-start --repair-branch');
    assert.equal(await branchHere(), 'main');
    assert.deepEqual(h.forge.world.opened, []);
  });

  it('is refused for a branch that is not there, and prepares nothing for it', async () => {
    h = await createHarness({ queue: task });
    const done = await h.app.activeStart(startRequest({ branch: 'feat/issue-99-nope' }), person);
    assert.equal(done.ok ? 'ok' : done.error.code, 'branch.unknown');
    assert.equal(await textOf('/repo/reports/agent_loop/pr_body.md'), null);
  });

  it('writes every report, whole and stamped, and nothing private in them', async () => {
    h = await createHarness({ queue: task });
    const pack = await start();
    const names = [
      'dashboard.md',
      'branch_issue_hygiene.md',
      'approval_packet.md',
      'ship_simulation.md',
      'auto_ship_plan.md',
      'readiness_score.md',
      'loop_state.json',
      'privacy_audit.md',
      'start.md',
    ];
    assert.deepEqual(
      pack.written,
      names.map((name) => `reports/agent_loop/active/${name}`),
    );
    for (const name of names) {
      const text = (await textOf(`${active}/${name}`)) ?? '';
      assert.ok(text.endsWith('\n') && !text.includes('/repo'), name);
      assert.equal(stampedAt(text), pack.facts.at, name);
      assert.deepEqual(h.app.privacy.audit(text), [], name);
    }
    const state = (await textOf(`${active}/loop_state.json`)) ?? '';
    assert.ok(isOurs(state));
    const data = loopStateSchema.parse(JSON.parse(state));
    assert.equal(data.task?.id, 'T-2026-0014');
    // What the command leaves there is there, also what the ledger writes after its tick.
    for (const [path, exists] of Object.entries(data.artifacts))
      assert.equal(exists, (await textOf(`/repo/${path}`)) !== null, path);
    assert.ok(data.artifacts['reports/agent_loop/active/leases.json']);
    assert.deepEqual(
      data.freshness.flatMap((one) => (one.age_days === null ? [one.path] : [])),
      [],
    );
    assert.match((await textOf(`${active}/privacy_audit.md`)) ?? '', /- Result: pass\n/);
    assert.match((await textOf(`${active}/start.md`)) ?? '', /- Start: started\n- Tick: blocked\n/);
    assert.match((await textOf(`${active}/auto_ship_plan.md`)) ?? '', /- Decision: blocked\n/);
    assert.ok(codes(pack.warnings).includes('start.contextFiles'));
    assert.deepEqual(pack.facts.files, ['a.txt', 'tasks/queue.md']);
  });

  it('stands on queue, plan and what is there of the files that the task speaks of (T017), in its assignments too', async () => {
    h = await createHarness({
      queue: queueText({
        id: 'T-2026-0014',
        goal: 'Mend `a.txt`, not `src/none.ts`. See [it](../docs/plans/fetch.md).',
      }),
    });
    h.files.texts.set('/repo/docs/plans/fetch.md', '# Plan\n');
    const pack = await start();
    assert.deepEqual(pack.facts.files, ['a.txt', 'docs/plans/fetch.md', 'tasks/queue.md']);
    const assigned = (await textOf(`${active}/assignments/implementer.md`)) ?? '';
    assert.match(assigned, /## Claimed Files\n\n- `a\.txt`\n- `docs\/plans\/fetch\.md`\n- `tasks\/queue\.md`\n/);
  });

  it('has a branch of a new issue made for a task, once', async () => {
    h = await createHarness({ queue: task });
    h.forge.world.issues['4241'] = 'closed';
    const first = await start({ repair: usualRepair });
    const branch = 'chore/issue-4242-t-2026-0014-add-retry-to-fetcher-v2';
    assert.deepEqual(
      h.forge.world.opened?.map(({ number, title }) => [number, title]),
      [['4242', 'T-2026-0014: Add retry to fetcher (v2)']],
    );
    assert.match(h.forge.world.opened?.[0]?.body ?? '', /^For T-2026-0014 of the task queue\.\n\n<!-- mam: \S+ -->\n$/);
    assert.equal(await branchHere(), branch);
    assert.deepEqual([first.decision, first.facts.issue, first.facts.branch], ['started', '4242', branch]);
    assert.match((await textOf(draft)) ?? '', /\n\nCloses #4242\n/);
    const text = await textOf(draft);
    const again = await start({ repair: usualRepair });
    assert.equal(h.forge.world.opened?.length, 1);
    assert.deepEqual([again.facts.branch, await textOf(draft)], [branch, text]);
    assert.ok(!codes(again.warnings).includes('start.bodyDrafted'));
  });

  it('names a branch by the defaults when there is no task, and by an issue that is given', async () => {
    h = await createHarness({ queue: '' });
    h.forge.world.issues['4241'] = 'open';
    await start({ repair: usualRepair });
    assert.equal(await branchHere(), 'chore/issue-4242-active-start');
    await h.git.switchBranch('main', 'chore/issue-4242-active-start');
    await start({ repair: { type: 'fix', slug: 'Some Words', title: 'Words' }, issue: '7' });
    assert.equal(await branchHere(), 'fix/issue-7-some-words');
    assert.equal(h.forge.world.opened?.length, 1);
  });

  it('is blocked by an issue that can’t be opened, and by a branch that can’t be checked out, and says so', async () => {
    h = await createHarness({ queue: task });
    h.forge.unreachable = { code: 'forge.offline', text: 'Away.', params: {} };
    const away = await start({ repair: usualRepair });
    assert.deepEqual([away.decision, codes(away.blockers)], ['blocked', ['forge.offline']]);
    assert.match((await textOf(`${active}/start.md`)) ?? '', /## Blockers\n\n- Away\. \[forge\.offline\]/);
    h.forge.unreachable = null;
    h.git.failNext('switchBranch', { code: 'branch.notSwitched', text: 'No.', params: {} });
    const stuck = await start({ repair: usualRepair });
    assert.deepEqual(codes(stuck.blockers), ['branch.notSwitched']);
    assert.ok(codes(stuck.warnings).includes('start.issueOpened'));
    assert.equal(await branchHere(), 'main');
  });

  it('opens no issue for an agent', async () => {
    h = await createHarness({ queue: task });
    const pack = await start({ repair: usualRepair }, { kind: 'host', id: 'test' });
    assert.deepEqual(codes(pack.blockers), ['start.issueByPerson']);
    assert.deepEqual(h.forge.world.opened, []);
  });

  it('is blocked by a task that is not there and by a queue that is not there, and reports it', async () => {
    h = await createHarness({ queue: task });
    assert.deepEqual(codes((await start({ task: 'T-2026-0099' })).blockers), ['tick.unknownTask']);
    await h.app.close();
    h = await createHarness({ queue: '', files: createMemoryFiles({ '/repo/a.txt': 'one\n' }) });
    const pack = await start();
    assert.deepEqual([pack.decision, codes(pack.blockers)], ['blocked', ['queue.missing']]);
    assert.match((await textOf(`${active}/start.md`)) ?? '', /\[queue\.missing\]/);
    assert.equal(pack.nextCommand, 'mam status');
  });

  it('runs no backlog, and chooses no task for files that were named', async () => {
    h = await createHarness({ queue: queueText({ id: 'T-2026-0001', status: 'backlog' }) });
    assert.equal((await start()).facts.task, null);
    assert.equal((await start({ task: 'T-2026-0001' })).facts.task, 'T-2026-0001');
    const files = await start({ files: ['a.txt'] });
    assert.deepEqual([files.facts.task, codes(files.warnings).includes('start.noSelection')], [null, true]);
  });

  it('never writes over a text of a person, and drafts its own anew when it does not fit', async () => {
    h = await createHarness({ queue: task });
    await h.files.write(draft, 'Mine, and it closes nothing.\n');
    const pack = await start({ issue: '7', branch: 'feat/issue-7-title' });
    assert.equal(await textOf(draft), 'Mine, and it closes nothing.\n');
    assert.ok(codes(pack.tick?.blockers ?? []).includes('tick.bodyFindings'));
    await h.files.write(draft, '');
    await h.app.close();
    h = await createHarness({ queue: task });
    await start({ issue: '7', branch: 'feat/issue-7-title' });
    const other = await start({ issue: '8', branch: 'feat/issue-8-title' });
    assert.match((await textOf(draft)) ?? '', /\n\nCloses #8\n/);
    assert.ok(!codes(other.tick?.blockers ?? []).includes('tick.bodyFindings'));
  });

  it('drafts nothing outside the reports', async () => {
    h = await createHarness({ queue: task });
    const pack = await start({ issue: '7', branch: 'feat/issue-7-x', prBody: { path: 'docs/body.md', text: null } });
    assert.equal(await textOf('/repo/docs/body.md'), null);
    assert.ok(codes(pack.warnings).includes('start.bodyElsewhere'));
    assert.ok(codes(pack.tick?.blockers ?? []).includes('tick.bodyMissing'));
  });

  it('is blocked by something private in the reports', async () => {
    h = await createHarness({ queue: task });
    await h.files.write('/repo/reports/agent_loop/old.md', `token ghp_${'aB3xY9kQ7mN2'.repeat(3)}\n`);
    const pack = await start();
    assert.deepEqual([pack.decision, codes(pack.blockers)], ['blocked', ['start.privacy']]);
    assert.match((await textOf(`${active}/privacy_audit.md`)) ?? '', /- Result: fail\n/);
  });

  it('goes on when a report can’t be written, and warns', async () => {
    h = await createHarness({
      queue: task,
      wrap: (ports) => ({
        ...ports,
        files: {
          ...ports.files,
          write: (path, text) =>
            path.endsWith('/dashboard.md')
              ? Promise.resolve({ ok: false, error: { code: 'files.full', text: 'Full.', params: {} } })
              : ports.files.write(path, text),
        },
      }),
    });
    const pack = await start();
    assert.equal(pack.decision, 'started');
    assert.ok(codes(pack.warnings).includes('files.full'));
    assert.ok(!pack.written.some((path) => path.endsWith('dashboard.md')));
  });

  it('says for programs what may not be claimed, by the same rules as the claim policy', async () => {
    h = await createHarness({ queue: '# Queue\n' });
    const all = ['performance', 'quality', 'benchmark', 'private'];
    for (const [file, expected] of [
      ['data/private/x', all],
      ['docs/a.md', all],
      ['src/a.ts', ['private']],
    ] as const) {
      await start({ files: [file] });
      const state = loopStateSchema.parse(JSON.parse((await textOf(`${active}/loop_state.json`)) ?? ''));
      assert.deepEqual(state.surface.disallowed_claims, expected, file);
    }
  });

  it('drafts the text of a private change once, though it stays blocked', async () => {
    h = await createHarness({ queue: '# Queue\n' });
    const about = { files: ['data/private/x'], branch: 'feat/issue-7-x' };
    assert.ok(codes((await start(about)).warnings).includes('start.bodyDrafted'));
    const again = await start(about);
    assert.ok(!codes(again.warnings).includes('start.bodyDrafted'));
    assert.ok(codes(again.tick?.blockers ?? []).includes('claim.privateSurface'));
  });
});
