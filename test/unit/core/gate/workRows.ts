import { fileOf } from '../../../builders/core.ts';
import { resultOf, withRun, type Row } from '../../../builders/gateScene.ts';

/** About what was made: the change, its files and its checks. */
export const workRows: readonly Row[] = [
  {
    name: 'nothing is committed',
    change: withRun(() => ({ change: null })),
    rule: 'change',
    outcome: 'pending',
    code: 'gate.noChange',
  },
  {
    name: 'the commit changes no file',
    change: withRun((run) => ({ change: { ...run.change!, files: [] } })),
    rule: 'change',
    outcome: 'pending',
    code: 'gate.noChange',
  },
  {
    name: 'nothing is committed to compare with the claim',
    change: withRun(() => ({ change: null })),
    rule: 'scope',
    outcome: 'pending',
    code: 'gate.scopePending',
  },
  {
    name: 'one file lies outside',
    change: withRun((run) => ({ change: { ...run.change!, files: [...run.change!.files, fileOf('stray')] } })),
    rule: 'scope',
    outcome: 'fail',
    code: 'gate.outsideClaim',
  },
  {
    name: 'the claim shrank',
    change: withRun(() => ({ claims: ['other'] })),
    rule: 'scope',
    outcome: 'fail',
    code: 'gate.outsideClaim',
  },
  {
    name: 'a file differs from the claim by case',
    change: withRun((run) => ({ claims: run.claims.map((one) => one.toLowerCase()) })),
    rule: 'scope',
    outcome: 'fail',
    code: 'gate.outsideClaim',
  },
  {
    name: 'the task has no check',
    change: withRun(() => ({ checks: [], results: [] })),
    rule: 'checks',
    outcome: 'fail',
    code: 'gate.noChecks',
  },
  {
    name: 'nothing is committed to check',
    change: withRun(() => ({ change: null })),
    rule: 'checks',
    outcome: 'pending',
    code: 'gate.noChange',
  },
  {
    name: 'a check has no result',
    change: withRun(() => ({ results: [] })),
    rule: 'checks',
    outcome: 'pending',
    code: 'gate.checkPending',
  },
  {
    name: 'a check ran on another head',
    change: withRun((run) => ({ results: [resultOf(run, { head: 'other' })] })),
    rule: 'checks',
    outcome: 'pending',
    code: 'gate.checkPending',
  },
  {
    name: 'another check ran',
    change: withRun((run) => ({ results: [resultOf(run, { check: { line: 'x', argv: ['x'] } })] })),
    rule: 'checks',
    outcome: 'pending',
    code: 'gate.checkPending',
  },
  ...(
    [
      ['failed', 'gate.checkFailed'],
      ['timed-out', 'gate.checkTimedOut'],
      ['not-run', 'gate.checkNotStarted'],
    ] as const
  ).map(([outcome, code]) => ({
    name: `a check ended as ${outcome}`,
    change: withRun((run) => ({ results: [resultOf(run, { outcome })] })),
    rule: 'checks',
    outcome: 'fail' as const,
    code,
  })),
  {
    name: 'a check failed and then passed on one head',
    change: withRun((run) => ({ results: [resultOf(run, { outcome: 'failed' }), ...run.results] })),
    rule: 'checks',
    outcome: 'fail',
    code: 'gate.checkFailed',
  },
];
