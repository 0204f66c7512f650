import assert from 'node:assert/strict';
import { staleEvidence } from '../../../../src/core/evidence/staleness.ts';
import type { Run } from '../../../../src/core/loop/types.ts';
import type { State } from '../../../../src/core/state.ts';
import { aRun, commits, gateOpenState } from '../../../builders/scene.ts';

const branch = 'refs/heads/feature/t-2026-0014-integration';
const decided = (merged: boolean): Partial<Run> => ({
  phase: 'ended',
  decision: { kind: 'approved', by: 'me', at: '2026-05-04T14:05:00Z', head: commits.head, merged },
});

describe('evidence goes stale', () => {
  const rows: readonly {
    readonly what: string;
    readonly run?: Partial<Run>;
    readonly refs?: State['refs'];
    readonly newest?: Run;
    readonly code: string | null;
  }[] = [
    { what: 'not while nothing moved', code: null },
    { what: 'when the head moved', refs: { [branch]: commits.other }, code: 'gate.headMoved' },
    { what: 'when the branch is gone', refs: { [branch]: 'gone' }, code: 'gate.headMoved' },
    { what: 'when the base moved', refs: { 'refs/heads/main': commits.other }, code: 'gate.mergedPending' },
    { what: 'when the base is gone', refs: { 'refs/heads/main': 'gone' }, code: 'gate.baseGone' },
    { what: 'when the writer works on', run: { round: 2 }, code: 'evidence.newRound' },
    {
      what: 'when the writer has left other files',
      run: { captured: { tree: 't', patch: 'p', files: [] } },
      code: 'evidence.newRound',
    },
    { what: 'when the task was started again', newest: aRun({ id: 'run-2' }), code: 'evidence.newerRun' },
    { what: 'not before anything is committed', run: { change: null, round: 2 }, code: null },
    {
      what: 'when the base moved before an approved head was merged',
      run: decided(false),
      refs: { 'refs/heads/main': commits.other },
      code: 'gate.mergedPending',
    },
    {
      what: 'not when it was merged, which moves the base',
      run: decided(true),
      refs: { 'refs/heads/main': commits.head },
      code: null,
    },
  ];
  for (const { what, run: change, refs, newest, code } of rows)
    it(what, () => {
      const open = gateOpenState(change);
      const state = { ...open, refs: { ...open.refs, ...refs } };
      const run = state.runs['run-1'];
      assert.ok(run);
      assert.equal(staleEvidence(state, run, newest)?.code ?? null, code);
    });
});
