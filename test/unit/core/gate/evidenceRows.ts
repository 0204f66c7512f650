import { problem } from '../../../../src/base/problem.ts';
import type { Breach } from '../../../../src/core/breach/types.ts';
import type { Verdict } from '../../../../src/core/review/types.ts';
import { expandedEight } from '../../../../src/core/topology/presets.ts';
import { breachOf, verdictOf, withRun, withState, type Row } from '../../../builders/gateScene.ts';

const reidentify = (changes: Partial<Verdict['identity']>) =>
  withRun((run) => ({ verdicts: run.verdicts.map((one) => ({ ...one, identity: { ...one.identity, ...changes } })) }));

const breached = (changes: Partial<Breach>) =>
  withState((_state, run) => ({ breaches: { b: breachOf(run, changes) } }));

/** About who judged it, and whether that still holds. */
export const evidenceRows: readonly Row[] = [
  {
    name: 'a review is missing',
    change: withRun((run) => ({ verdicts: run.verdicts.slice(1) })),
    rule: 'reviews',
    outcome: 'pending',
    code: 'gate.noVerdict',
  },
  {
    name: 'a reviewer did not pass',
    change: withRun((run) => ({ verdicts: [verdictOf(run, { word: 'not-pass' }), ...run.verdicts.slice(1)] })),
    rule: 'reviews',
    outcome: 'fail',
    code: 'gate.notPassed',
  },
  {
    name: 'a reviewer passed and did not pass',
    change: withRun((run) => ({ verdicts: [...run.verdicts, verdictOf(run, { word: 'not-pass' })] })),
    rule: 'reviews',
    outcome: 'fail',
    code: 'gate.notPassed',
  },
  {
    name: 'a reviewer took its pass back',
    change: withRun(() => ({ lowered: { reviewer: { status: 'blocked', at: '2026-01-31T12:00:00Z' } } })),
    rule: 'reviews',
    outcome: 'fail',
    code: 'gate.lowered',
  },
  {
    name: 'a verdict came from another seat',
    change: withRun((run) => ({ verdicts: [verdictOf(run, { session: 'stranger' }), ...run.verdicts.slice(1)] })),
    rule: 'reviews',
    outcome: 'pending',
    code: 'gate.noVerdict',
  },
  ...(
    [
      { task: 'other' },
      { round: 2 },
      { run: 'other' },
      { base: 'other' },
      { head: 'other' },
      { tree: 'other' },
    ] as const
  ).map((part) => ({
    name: `the verdicts are about another ${Object.keys(part)[0]}`,
    change: reidentify(part),
    rule: 'reviews',
    outcome: 'pending' as const,
    code: 'gate.noVerdict',
  })),
  {
    name: 'no role is required',
    change: withRun((run) => ({ options: { ...run.options, topology: { id: 'x', roles: [] } } })),
    rule: 'reviews',
    outcome: 'fail',
    code: 'gate.noReviewers',
  },
  {
    name: 'a load-bearing file asks for a deep review',
    change: withRun((run) => ({
      options: {
        ...run.options,
        topology: {
          id: 'x',
          roles: [
            ...run.options.topology.roles,
            ...expandedEight.roles.filter((role) => role.session === 'deep-reviewer'),
          ],
        },
        loadBearing: ['**'],
      },
    })),
    rule: 'reviews',
    outcome: 'pending',
    code: 'gate.noVerdict',
  },
  {
    name: 'a fault was found',
    change: withRun(() => ({ faults: [problem('review.wrote', 'It wrote.')] })),
    rule: 'integrity',
    outcome: 'fail',
    code: 'review.wrote',
  },
  {
    name: 'no patch was audited',
    change: withRun(() => ({ change: null })),
    rule: 'integrity',
    outcome: 'pending',
    code: 'gate.auditPending',
  },
  {
    name: 'its job was found outside its worktree',
    change: breached({}),
    rule: 'breaches',
    outcome: 'fail',
    code: 'gate.breach',
  },
  {
    name: 'what is shared could not be looked at',
    change: breached({ kind: 'unseen', names: [] }),
    rule: 'breaches',
    outcome: 'fail',
    code: 'gate.breachUnseen',
  },
  {
    name: 'the run holds no lease',
    change: withRun(() => ({ lease: null })),
    rule: 'lease',
    outcome: 'fail',
    code: 'gate.leaseLost',
  },
  {
    name: 'its lease is gone',
    change: withState(() => ({ leases: {} })),
    rule: 'lease',
    outcome: 'fail',
    code: 'gate.leaseLost',
  },
  {
    name: 'its lease needs recovery',
    change: withState((state) => ({
      leases: Object.fromEntries(
        Object.entries(state.leases).map(([id, lease]) => [id, { ...lease, state: 'recovery-needed' }]),
      ),
    })),
    rule: 'lease',
    outcome: 'fail',
    code: 'gate.leaseLost',
  },
  {
    name: 'no branch was looked at',
    change: withState(() => ({ refs: {} })),
    rule: 'freshness',
    outcome: 'pending',
    code: 'gate.refsUnknown',
  },
  {
    name: 'the base moved',
    change: withState((state) => ({ refs: { ...state.refs, 'refs/heads/main': 'other' } })),
    rule: 'merged',
    outcome: 'pending',
    code: 'gate.mergedPending',
  },
  {
    name: 'the base is gone',
    change: withState((state) => ({ refs: { ...state.refs, 'refs/heads/main': 'gone' } })),
    rule: 'freshness',
    outcome: 'fail',
    code: 'gate.baseGone',
  },
  {
    name: 'the head moved',
    change: withState((state, run) => ({ refs: { ...state.refs, [`refs/heads/${run.branch}`]: 'other' } })),
    rule: 'freshness',
    outcome: 'fail',
    code: 'gate.headMoved',
  },
  {
    name: 'the branch is gone',
    change: withState((state, run) => ({ refs: { ...state.refs, [`refs/heads/${run.branch}`]: 'gone' } })),
    rule: 'freshness',
    outcome: 'fail',
    code: 'gate.headMoved',
  },
];
