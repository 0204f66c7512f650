import assert from 'node:assert/strict';
import { handIn } from '../../../../src/core/job/handIn.ts';
import type { Job } from '../../../../src/core/job/types.ts';
import type { Run } from '../../../../src/core/loop/types.ts';
import { emptyState, type State } from '../../../../src/core/state.ts';
import { aJob, aRun } from '../../../builders/scene.ts';

const redact = (text: string): string => text.replaceAll('secret', '[redacted]');

const stateWith = (job: Partial<Job>, people: readonly string[] = ['human']): State => {
  const open = aJob({ id: 'job-1', agent: 'human', ...job });
  const run: Run = aRun({ id: 'run-1', jobs: [open] });
  return {
    ...emptyState,
    runs: { 'run-1': { ...run, options: { ...run.options, people } } },
    openJobs: open.ended === undefined ? { 'job-1': 'run-1' } : {},
  };
};
const codeFor = (state: State, text = 'Done.', job = 'job-1'): string | null => {
  const made = handIn(state, { job, text }, { redact });
  return made.ok ? null : made.error.code;
};

describe('handing in a report', () => {
  const refused: readonly (readonly [string, State, string, string?])[] = [
    [
      'of a job that is over',
      stateWith({ ended: { at: '', outcome: { kind: 'report', text: '' } } }),
      'handin.notOpen',
    ],
    ['of a job that an agent does', stateWith({ agent: 'codex' }), 'handin.notYours'],
    ['for a run from before there were people', stateWith({}, []), 'handin.notYours'],
    ['a second time', stateWith({ handedIn: { at: '', text: 'Done.' } }), 'handin.twice'],
    ['that is empty', stateWith({}), 'handin.empty', ' \n'],
    ['that is endless', stateWith({}), 'handin.tooLong', 'x'.repeat(200_001)],
  ];
  for (const [name, state, code, text] of refused)
    it(`is refused ${name}`, () => assert.equal(codeFor(state, text), code));

  it('keeps no secret, and the verdict whatever stands above it', () => {
    const text = 'A secret.\npassword:\n[VERDICT: NOT PASS]\n';
    const made = handIn(stateWith({}), { job: 'job-1', text }, { redact: () => '[all of it]' });
    assert.deepEqual(made.ok && made.value, [
      { type: 'reportHandedIn', job: 'job-1', text: '[all of it]\n[VERDICT: NOT PASS]\n' },
    ]);
    const plain = handIn(stateWith({}), { job: 'job-1', text: 'A secret.' }, { redact });
    assert.deepEqual(plain.ok && plain.value, [{ type: 'reportHandedIn', job: 'job-1', text: 'A [redacted].' }]);
  });
});
