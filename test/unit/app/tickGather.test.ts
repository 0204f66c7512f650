import assert from 'node:assert/strict';
import { gatherTick } from '../../../src/app/tick/gather.ts';
import type { TickRequest } from '../../../src/app/tick/request.ts';
import type { TickSources } from '../../../src/app/tick/sources.ts';
import type { Problem } from '../../../src/base/problem.ts';
import { err, ok, type Result } from '../../../src/base/result.ts';
import type { HandoffCheck } from '../../../src/core/handoff/types.ts';
import { usualWords } from '../../../src/core/claim/usualWords.ts';
import { evenMix } from '../../../src/core/mix/parse.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { usualSurfaces } from '../../../src/core/surface/usualSurfaces.ts';
import type { TickFacts } from '../../../src/core/tick/types.ts';
import { usualLoadBearing } from '../../../src/core/topology/loadBearing.ts';
import { expandedEight, fourRole } from '../../../src/core/topology/presets.ts';
import { aProblem, CoreWorld, taskOf } from '../../builders/core.ts';

const sourcesOf = (changes: Partial<TickSources> = {}): TickSources => ({
  root: '/repo',
  worktree: '.',
  checkout: async (withChanges) =>
    ok({ branch: 'feat/issue-7-title', head: 'head-1', changed: withChanges ? ['docs/dirty.md'] : [] }),
  refs: async () => ok({}),
  committed: async () => ok([]),
  overlap: async () => ({
    report: { result: 'clear', blockers: [], warnings: [], evidence: [] },
    pullRequest: null,
  }),
  audit: async () => ({ findings: 0, unreadable: 0 }),
  handoff: async () => ok({ heading: null, evaluated: false, missing: [], invalid: [], ok: true }),
  auditText: () => [],
  rules: () =>
    ok({
      topology: fourRole,
      surfaces: usualSurfaces,
      words: Object.values(usualWords),
      loadBearing: usualLoadBearing,
      mix: evenMix,
      leaseTtlMs: 1_800_000,
      contextPaths: [],
    }),
  ship: async () => ({ command: [], refused: null }),
  ...changes,
});

const requestOf = (changes: Partial<TickRequest> = {}): TickRequest => ({
  topology: 'four-role',
  execute: false,
  task: null,
  issue: null,
  branch: null,
  files: [],
  fromGit: false,
  claimText: null,
  prBody: null,
  handedIn: [],
  leaseTtlMs: null,
  unused: [],
  ...changes,
});

async function factsOf(
  request: Partial<TickRequest>,
  sources: Partial<TickSources> = {},
  state: State = emptyState,
): Promise<TickFacts> {
  const facts = await gatherTick(requestOf(request), state, sourcesOf(sources));
  assert.ok(facts.ok);
  return facts.value;
}

describe('what a tick is decided on', () => {
  it('is the checkout that it stands in, and the issue and task that the branch names', async () => {
    const checkout: TickSources['checkout'] = async () =>
      ok({ branch: 'feat/issue-12-t-2026-0014-fix', head: 'head-9', changed: [] });
    const { branch, head, issue, task, leaseTtlMs, contextPaths } = await factsOf({}, { checkout });
    assert.deepEqual(
      { branch, head, issue, task, leaseTtlMs, contextPaths },
      {
        branch: 'feat/issue-12-t-2026-0014-fix',
        head: 'head-9',
        issue: '12',
        task: 'T-2026-0014',
        leaseTtlMs: 1_800_000,
        contextPaths: [],
      },
    );
  });

  const known: Readonly<Record<string, string>> = {
    'refs/heads/feat/issue-8-x': 'head-8',
    'refs/remotes/origin/feat/issue-9-y': 'head-9',
  };
  const refs: TickSources['refs'] = async (names) =>
    ok(Object.fromEntries(names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]]))));

  it('is a named branch at its own commit, and at no commit where it is only on the remote', async () => {
    const named = await factsOf({ branch: 'feat/issue-8-x' }, { refs });
    const pushed = await factsOf({ branch: 'feat/issue-9-y' }, { refs });
    assert.deepEqual([named.head, pushed.head], ['head-8', null]);
  });

  it('is not guessed where a named branch is nowhere, or nobody can tell', async () => {
    const about = async (sources: Partial<TickSources>) => {
      const facts = await gatherTick(requestOf({ branch: 'feat/issue-99-nope' }), emptyState, sourcesOf(sources));
      return facts.ok ? facts.value.head : facts.error.code;
    };
    assert.equal(await about({ refs }), 'branch.unknown');
    assert.equal(await about({ refs: async () => err(aProblem) }), aProblem.code);
    const detached: TickSources['checkout'] = async () => ok({ branch: null, head: 'head-1', changed: [] });
    assert.equal(await about({ refs, checkout: detached }), null, 'as in CI, which checks out no branch');
  });

  it('asks nobody about overlap where there is no issue or no branch', async () => {
    let asked = 0;
    const overlap: TickSources['overlap'] = async () => {
      asked += 1;
      return { report: { failed: aProblem }, pullRequest: null };
    };
    const at = (branch: string | null): Partial<TickSources> => ({
      overlap,
      checkout: async () => ok({ branch, head: 'head-1', changed: [] }),
    });
    assert.equal((await factsOf({}, at('main'))).overlap, null);
    assert.equal((await factsOf({ issue: '7' }, at(null))).overlap, null);
    assert.equal(asked, 0);
    assert.deepEqual((await factsOf({ issue: '7' }, at('feat/issue-7-a'))).overlap, { failed: aProblem });
  });

  it('is every file that was named, is uncommitted or was committed by the run', async () => {
    const world = new CoreWorld().start().playUntil();
    const head = world.run().change?.head ?? null;
    const checkout: TickSources['checkout'] = async (withChanges) =>
      ok({ branch: 'feat/issue-7-a', head, changed: withChanges ? ['docs/dirty.md'] : [] });
    const facts = await factsOf(
      { files: [' `./src/b.ts` ', '/repo/src/a.ts', '', 'src/b.ts'], fromGit: true },
      { checkout },
      world.state,
    );
    assert.deepEqual(facts.files, ['T-2026-0001.txt', 'docs/dirty.md', 'src/a.ts', 'src/b.ts']);
    assert.equal(facts.task, 'T-2026-0001', 'the task whose run made the commit');
  });

  it('looks at uncommitted changes for a tick that ships, without taking them for the change', async () => {
    const facts = await factsOf({ execute: true });
    assert.deepEqual([facts.uncommitted, facts.files], [['docs/dirty.md'], []]);
    assert.deepEqual((await factsOf({ fromGit: true })).uncommitted, []);
  });

  it('takes neither what was handed in nor what MAM writes nor queue and plans for a change of the checkout', async () => {
    const changed = [
      ...['.mam/jobs/a.json', 'body.md', 'docs/dirty.md', 'docs/plans/p.md', 'reports/agent_loop/active/x.md'],
      ...['reports/b.md', 'tasks/queue.md'],
    ];
    const checkout: TickSources['checkout'] = async () => ok({ branch: 'feat/issue-7-a', head: null, changed });
    const facts = await factsOf({ execute: true, handedIn: ['body.md'] }, { checkout });
    assert.deepEqual(facts.uncommitted, ['docs/dirty.md', 'reports/b.md']);
  });

  it('asks the roles that the task was run with, where no person chose others', async () => {
    const world = new CoreWorld().start([taskOf('T-2026-0001')], { topology: expandedEight }).playUntil();
    const asked = async (changes: Partial<TickRequest>): Promise<string> =>
      (await factsOf(changes, {}, world.state)).topology.id;
    assert.deepEqual(
      [
        await asked({ topology: null, task: 'T-2026-0001' }),
        await asked({ topology: null, task: 'T-2026-0009' }),
        await asked({ topology: 'four-role', task: 'T-2026-0001' }),
      ],
      ['expanded-eight', 'four-role', 'four-role'],
    );
  });

  it('has the hand-over notes of the task in its readiness, of the files that the change has', async () => {
    const check = (complete: boolean) =>
      ok({ heading: null, evaluated: false, missing: [], invalid: [], ok: complete });
    const state = { ...emptyState, queue: { ...emptyState.queue, tasks: [taskOf('T-2026-0001')] } };
    const asked: unknown[] = [];
    const blockers = async (found: Result<HandoffCheck, Problem>, task: string): Promise<readonly string[]> => {
      const handoff: TickSources['handoff'] = async ({ id }, changed) => {
        asked.push([id, changed]);
        return found;
      };
      const facts = await factsOf({ task, files: ['a.ts'] }, { handoff }, state);
      return facts.readiness.blockers.map((one) => one.code);
    };
    assert.deepEqual(await blockers(check(false), 'T-2026-0001'), ['readiness.handoff']);
    assert.deepEqual(await blockers(check(true), 'T-2026-0001'), []);
    // Notes that nobody can read, and a task that nobody knows, are no better than incomplete ones.
    assert.deepEqual(await blockers(err(aProblem), 'T-2026-0001'), [aProblem.code]);
    assert.deepEqual(await blockers(check(true), 'T-2026-0009'), ['tick.unknownTask']);
    assert.deepEqual(
      asked,
      Array.from({ length: 3 }, () => ['T-2026-0001', ['a.ts']]),
    );
  });

  it('takes a blank text for none', async () => {
    const blank = { path: 'claim.md', text: ' \n' };
    const { claimText, prBody, readiness } = await factsOf({ claimText: blank, prBody: blank });
    assert.deepEqual([claimText?.missing, prBody?.missing], [true, true]);
    assert.ok(readiness.blockers.some((one) => one.code === 'readiness.claimMissing'));
  });

  it('says what kind of change it is, and what its texts claim', async () => {
    const facts = await factsOf({
      files: ['docs/a.md'],
      claimText: { path: 'claim.md', text: 'latency is better' },
      prBody: { path: 'body.md', text: null },
    });
    assert.deepEqual([facts.surface.surface, facts.surface.confidence], ['docs-only', 'high']);
    assert.deepEqual(
      facts.claimText?.findings.map((one) => one.code),
      ['claim.word', 'claim.word', 'claim.unsupported'],
    );
    assert.equal(facts.prBody?.missing, true);
    assert.deepEqual(
      facts.readiness.blockers.map((one) => one.code),
      ['readiness.bodyMissing', 'readiness.claim'],
    );
  });

  it('finds private values in a PR body', async () => {
    const text = 'Closes #7';
    const facts = await factsOf({ prBody: { path: 'b.md', text } }, { auditText: () => ['e-mail address'] });
    assert.deepEqual(
      facts.prBody?.findings.map((one) => one.code),
      ['body.private'],
    );
  });

  it('can’t be had without a checkout or settings that hold', async () => {
    for (const broken of [
      { checkout: async () => err(aProblem) },
      { rules: () => err(aProblem) },
    ] satisfies readonly Partial<TickSources>[]) {
      const facts = await gatherTick(requestOf(), emptyState, sourcesOf(broken));
      assert.equal(!facts.ok && facts.error.code, aProblem.code);
    }
  });
});
