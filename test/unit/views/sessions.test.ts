import assert from 'node:assert/strict';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { problem } from '../../../src/base/problem.ts';
import { shellIsFree } from '../../../src/core/job/hold.ts';
import type { Job } from '../../../src/core/job/types.ts';
import type { RoleSession } from '../../../src/core/session/types.ts';
import { aJob, aScene, aState, at, gateOpenState, reader, reported, workingState } from '../../builders/scene.ts';

const failed = (code: string, text: string): NonNullable<Job['ended']> => ({
  at: at('14:04'),
  outcome: { kind: 'failed', problem: problem(code, text) },
});

const writerStates: readonly (readonly [string, Partial<Job>, string, string, string])[] = [
  ['working', {}, 'working, 3 min · advisory', 'sync~spin', 'active'],
  ['working for long', { dispatchedAt: at('12:30') }, 'working, 12:30 · advisory', 'sync~spin', 'active'],
  ['working for seconds', { dispatchedAt: '2026-05-04T14:04:20Z' }, 'working, 40 s · advisory', 'sync~spin', 'active'],
  [
    'held',
    { hold: { level: 'enforced', worktree: 'enforced', claim: null, by: ['sandbox'], why: null } },
    'working, 3 min · enforced',
    'sync~spin',
    'active',
  ],
  ['done', { ended: reported('14:02') }, 'done: report 14:02', 'check', 'good'],
  [
    'signed out',
    { ended: failed('lane.signedOut', 'codex is not signed in.') },
    'codex is not signed in.',
    'key',
    'attention',
  ],
  ['limited', { ended: failed('lane.limited', 'Limited until 15:40.') }, 'Limited until 15:40.', 'clock', 'none'],
  [
    'without a report',
    { ended: failed('lane.noReport', 'Ended without a report.') },
    'Ended without a report.',
    'question',
    'attention',
  ],
  ['failed', { ended: failed('lane.failed', 'It broke.') }, 'It broke.', 'error', 'attention'],
  [
    'interrupted',
    { ended: { at: at('14:04'), outcome: { kind: 'interrupted', problem: problem('lane.interrupted', 'Gone.') } } },
    'interrupted, can resume',
    'debug-pause',
    'attention',
  ],
];

describe('sessions view', () => {
  for (const [title, job, words, icon, tone] of writerStates) {
    it(`says what a writer is: ${title}`, () => {
      const state = workingState({ jobs: [aJob(job)] });
      const node = sessionsView(reader(), aScene(state)).find((one) => one.id === 'session:implementer');
      assert.deepEqual(
        [node?.description, node?.icon, node?.tone],
        [`claude · ${words} · T-2026-0014 · src/fetch.ts +1`, icon, tone],
      );
    });
  }

  it('shows every seat of the topology in its order', () => {
    const nodes = sessionsView(reader(), aScene(workingState()));
    assert.deepEqual(
      nodes.map((node) => [node.label, node.description]),
      [
        ['Orchestrator', 'this window'],
        ['Implementer', 'claude · working, 3 min · advisory · T-2026-0014 · src/fetch.ts +1'],
        ['Reviewer', 'idle'],
        ['CI/Eval Auditor', 'idle'],
      ],
    );
  });

  it('shows a verdict with the commit that it is about', () => {
    const nodes = sessionsView(reader(), aScene(gateOpenState()));
    assert.equal(nodes[2]?.description, 'codex · pass on 1a2b3c4 · T-2026-0014');
    assert.equal(nodes[2]?.icon, 'pass');
  });

  it('never shows a review without verdict as a pass', () => {
    const nodes = sessionsView(reader(), aScene(gateOpenState({ verdicts: [] })));
    assert.deepEqual([nodes[2]?.description, nodes[2]?.icon], ['codex · no verdict · T-2026-0014', 'circle-slash']);
  });

  it('says starting until the lane has begun', () => {
    const effect = { kind: 'runLane', id: 'e', run: 'run-1', job: 'job-1' } as const;
    const state = { ...workingState(), effects: { e: { effect, startedBy: null } } };
    assert.match(sessionsView(reader(), aScene(state))[1]?.description ?? '', /^claude · starting · /);
  });

  it('lists tries as children, the newest first, with what the lane printed last', () => {
    const jobs = [aJob({ id: 'job-0', ended: failed('lane.failed', 'It broke.') }), aJob({ id: 'job-1', attempt: 2 })];
    const context = reader({ progress: (job) => (job === 'job-1' ? 'editing src/fetch.ts' : null) });
    const node = sessionsView(context, aScene(workingState({ jobs })))[1];
    assert.deepEqual(
      node?.children.map((child) => [child.label, child.description]),
      [
        ['job job-1 attempt 2', 'editing src/fetch.ts'],
        ['job job-0 attempt 1', 'started 14:02 · It broke.'],
      ],
    );
  });

  it('tells of each limit apart, and why it says no more than advisory', () => {
    const hold = {
      level: 'advisory',
      worktree: 'enforced',
      claim: 'advisory',
      by: ['sandbox', 'hook'],
      why: shellIsFree,
    } as const;
    const node = sessionsView(reader(), aScene(workingState({ jobs: [aJob({ hold })] })))[1];
    assert.match(node?.description ?? '', / · advisory · /);
    assert.match(
      node?.children[0]?.tooltip ?? '',
      /Its worktree: enforced\\?\. Its claim: advisory\\?\. Its tools are refused what it may not write, but the commands of its shell are only watched/,
    );
  });

  it('names the owner in a second window', () => {
    const owner = { pid: 1, host: 'editor', epoch: 3, version: '0.1.0', label: 'VS Code window, pid 1' } as const;
    const nodes = sessionsView(reader(), aScene(workingState(), { role: 'mirror', owner }));
    assert.equal(nodes[0]?.description, 'VS Code window, pid 1');
  });

  it('shows a pass that was taken back with what was said', () => {
    const lowered = { reviewer: { status: 'blocked', at: at('14:04') } };
    const nodes = sessionsView(reader(), aScene(gateOpenState({ lowered })));
    assert.deepEqual(
      [nodes[2]?.description, nodes[2]?.icon, nodes[2]?.tone],
      ['codex · took its pass back: “blocked” · T-2026-0014', 'warning', 'attention'],
    );
    assert.equal(nodes[3]?.icon, 'pass');
  });

  const registered = (changes: Partial<RoleSession>): RoleSession => ({
    session: 'reviewer',
    role: 'Reviewer',
    status: 'passed',
    task: 'T-2026-0014',
    agent: 'codex',
    lastBeat: at('14:03'),
    claimed: null,
    lanes: {},
    ttlMs: null,
    ...changes,
  });

  it('says that a pass is overdue, and that a claimed one opens nothing', () => {
    const state = gateOpenState();
    const seats = (changes: Partial<RoleSession>, lease = state.leases['lease-1']!) =>
      sessionsView(
        reader(),
        aScene({ ...state, leases: { 'lease-1': lease }, sessions: { reviewer: registered(changes) } }),
      )[2];
    const old = { ...state.leases['lease-1']!, claimedAt: at('10:00') };
    assert.equal(seats({})?.description, 'codex · pass on 1a2b3c4 · T-2026-0014');
    const claiming = seats({ claimed: 'approved' });
    assert.deepEqual(
      [claiming?.description, claiming?.tone],
      ['codex · pass on 1a2b3c4 · claims “approved”, which opens no gate · T-2026-0014', 'attention'],
    );
    const [run] = Object.values(state.runs);
    const before = { ...run!, verdicts: run!.verdicts.map((one) => ({ ...one, at: at('10:00') })) };
    const stale = sessionsView(
      reader(),
      aScene({
        ...state,
        leases: { 'lease-1': old },
        runs: { 'run-1': before },
        sessions: { reviewer: registered({ lastBeat: at('10:00') }) },
      }),
    )[2];
    assert.deepEqual(
      [stale?.description, stale?.tone],
      ['codex · pass on 1a2b3c4 · stale: no sign of life since 10:00 · T-2026-0014', 'attention'],
    );
  });

  it('shows what a session without a topology says, and never as a pass', () => {
    const session = {
      session: 'reviewer',
      role: 'Reviewer',
      status: 'pass',
      task: null,
      agent: 'codex',
      lastBeat: at('14:01'),
      claimed: 'pass',
      lanes: {},
      ttlMs: null,
    };
    const [node] = sessionsView(reader(), aScene(aState({ sessions: { reviewer: session } })));
    assert.deepEqual(
      [node?.description, node?.icon],
      ['codex · pass, said 4 min ago · claims “pass”, which opens no gate', 'circle-outline'],
    );
  });

  it('is empty before the first loop', () => {
    assert.deepEqual(sessionsView(reader(), aScene(aState())), []);
  });

  it('tells the writer that its lease is being taken over', () => {
    const state = workingState();
    const lease = state.leases['lease-1'];
    assert.ok(lease);
    const takeover = { by: 'ann', at: at('14:04'), effectiveAwake: 1 };
    const nodes = sessionsView(reader(), aScene({ ...state, leases: { 'lease-1': { ...lease, takeover } } }));
    const writer = nodes.find((node) => node.id === 'session:implementer');
    assert.match(writer?.description ?? '', /^ann takes its lease over · /);
    assert.equal(writer?.tone, 'attention');
  });
});
