import assert from 'node:assert/strict';
import { transcriptEnd } from '../../../src/cli/commands/transcript.ts';
import { aProblem, at, reported } from '../../builders/scene.ts';

describe('the last line of a transcript in JSON', () => {
  it('says that the job runs', () =>
    assert.deepEqual(transcriptEnd('job-1', undefined, 0), { job: 'job-1', outcome: null, problem: null, skipped: 0 }));

  it('says that it handed in its report, and what is left out', () =>
    assert.deepEqual(transcriptEnd('job-1', reported('14:02'), 4096), {
      job: 'job-1',
      outcome: 'report',
      problem: null,
      skipped: 4096,
    }));

  for (const kind of ['failed', 'interrupted'] as const)
    it(`says why it ${kind === 'failed' ? 'failed' : 'was interrupted'}`, () => {
      const end = transcriptEnd('job-1', { at: at('14:02'), outcome: { kind, problem: aProblem } }, 0);
      assert.deepEqual([end.outcome, end.problem?.code], [kind, aProblem.code]);
      assert.ok(end.problem?.sentence);
    });
});
