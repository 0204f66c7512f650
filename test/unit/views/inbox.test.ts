import assert from 'node:assert/strict';
import { inboxView } from '../../../src/app/views/inbox.ts';
import { problem } from '../../../src/base/problem.ts';
import type { State } from '../../../src/core/state.ts';
import { at, aScene, gateOpenState, reader, workingState } from '../../builders/scene.ts';

interface Case {
  readonly title: string;
  readonly state: State;
  readonly label: string;
  readonly kind: string;
  readonly action: string;
}

const check = { line: 'npm run e2e', argv: ['npm', 'run', 'e2e'] };

const cases: readonly Case[] = [
  {
    title: 'a check that nobody allowed',
    state: workingState({ phase: 'needs-you', ask: { kind: 'checks', checks: [check] } }),
    label: 'T-2026-0014: run `npm run e2e`?',
    kind: 'inbox.checks',
    action: 'allowCheck',
  },
  {
    title: 'a task without files',
    state: workingState({ phase: 'needs-you', ask: { kind: 'claims' } }),
    label: 'T-2026-0014: which files may it change?',
    kind: 'inbox.claims',
    action: 'setClaims',
  },
  {
    title: 'a problem',
    state: workingState({
      phase: 'needs-you',
      ask: { kind: 'problem', problem: problem('x.y', '{agent} is lost.', { agent: 'codex' }) },
    }),
    label: 'T-2026-0014: codex is lost.',
    kind: 'inbox.problem',
    action: 'openApprovalPacket',
  },
  {
    title: 'an open gate',
    state: gateOpenState(),
    label: 'Approve T-2026-0014: gate open',
    kind: 'inbox.approve',
    action: 'openApprovalPacket',
  },
  {
    title: 'a pass that was taken back',
    state: gateOpenState({ lowered: { reviewer: { status: 'blocked', at: at('14:04') } } }),
    label:
      'T-2026-0014: Reviewer took its pass of T-2026-0014 back: it reported “blocked” afterwards. Resume the loop to let it review this com…',
    kind: 'inbox.problem',
    action: 'openApprovalPacket',
  },
  {
    title: 'an agent that asks',
    state: {
      ...workingState(),
      signals: { 'job-1': { kind: 'permission_required', text: 'run `npm i`?', at: at('14:04') } },
    },
    label: 'Implementer asks: run `npm i`?',
    kind: 'inbox.signal',
    action: 'showTask',
  },
];

describe('inbox view', () => {
  for (const { title, state, label, kind, action } of cases) {
    it(`shows ${title}`, () => {
      const nodes = inboxView(reader(), aScene(state));
      assert.deepEqual(
        nodes.map((node) => [node.label, node.contextValue, node.action?.name, node.tone]),
        [[label, kind, action, 'attention']],
      );
    });
  }

  it('is empty while everything moves', () => {
    assert.deepEqual(inboxView(reader(), aScene(workingState())), []);
  });

  it('forgets a decision that was taken', () => {
    const decision = { kind: 'approved', by: 'editor', at: at('14:04'), head: 'x', merged: false } as const;
    assert.deepEqual(inboxView(reader(), aScene(gateOpenState({ decision }))), []);
  });

  it('asks to recover a lease whose owner is gone', () => {
    const state = workingState();
    const lease = state.leases['lease-1'];
    assert.ok(lease);
    const nodes = inboxView(
      reader(),
      aScene({ ...state, leases: { 'lease-1': { ...lease, state: 'recovery-needed', reason: 'dirty-worktree' } } }),
    );
    assert.deepEqual(
      nodes.map((node) => [node.label, node.description, node.icon]),
      [
        [
          'Lease of T-2026-0014 needs recovery',
          'its worktree holds uncommitted changes · src/fetch.ts, test/fetch.test.ts',
          'warning',
        ],
      ],
    );
    assert.deepEqual([nodes[0]?.action?.name, nodes[0]?.action?.args], ['recoverLease', ['lease-1']]);
  });

  it('tells of a takeover while the holder may still give the lease back', () => {
    const state = workingState();
    const lease = state.leases['lease-1'];
    assert.ok(lease);
    const takeover = { by: 'ann', at: at('14:04'), effectiveAwake: 1 };
    const [node] = inboxView(reader(), aScene({ ...state, leases: { 'lease-1': { ...lease, takeover } } }));
    assert.deepEqual([node?.label, node?.contextValue], ['ann takes over the lease of T-2026-0014', 'inbox.takeover']);
  });

  it('counts files, reviews and what was not checked of a packet', () => {
    assert.equal(inboxView(reader(), aScene(gateOpenState()))[0]?.description, '2 files · 2 reviews · 1 not checked');
  });
});
