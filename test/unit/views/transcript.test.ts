import assert from 'node:assert/strict';
import { allJobs, keepEntries, transcriptText } from '../../../src/app/views/transcript.ts';
import type { Batch } from '../../../src/core/batch/types.ts';
import { batchPlan, batchSeat } from '../../builders/batch.ts';
import { reader, workingState } from '../../builders/scene.ts';

const none = { entries: [], left: 0 };

describe('a transcript', () => {
  const state = workingState();
  const [newest] = allJobs(state);
  assert.ok(newest);

  it('says which job it is, that nothing was printed yet, and later what was', () => {
    const empty = transcriptText(reader(), state, newest, none, 0);
    assert.match(empty, new RegExp(`^# job ${newest.job.id} attempt ${newest.job.attempt}\n\n${newest.task}`));
    assert.match(empty, /Nothing was printed yet\./);
    const kept = keepEntries(none, [
      { kind: 'said', text: 'I begin.\n' },
      { kind: 'did', text: 'npm test' },
      { kind: 'did', text: 'git diff\nmore' },
      { kind: 'unknown', text: '{"odd":1}' },
      { kind: 'failed', text: 'overloaded' },
    ]);
    assert.ok(
      transcriptText(reader(), state, newest, kept, 0).endsWith(
        '\n\nI begin.\n\n▸ npm test\n▸ git diff\n  more\n· {"odd":1}\nFailed: overloaded\n',
      ),
    );
  });

  it('is there for lanes of batches, too', () => {
    const job = {
      ...newest.job,
      id: 'job-of-batch',
      run: 'batch-1',
      kind: 'review',
      dispatchedAt: '2026-05-04T15:00:00Z',
    } as const;
    const batch: Batch = {
      ...batchPlan([batchSeat('reviewer')]),
      id: 'batch-1',
      decision: 'running',
      jobs: [job],
      verdicts: [],
      audit: null,
      startedAt: job.dispatchedAt,
      endedAt: null,
    };
    const both = { ...state, batches: { 'batch-1': batch } };
    const [first] = allJobs(both);
    assert.ok(first);
    assert.deepEqual(
      [first.job.id, first.task, allJobs(both).length],
      ['job-of-batch', null, allJobs(state).length + 1],
    );
    assert.match(
      transcriptText(reader(), both, first, none, 0),
      /^# job job-of-batch attempt 1\n\nImplementer · claude\n/,
    );
  });

  it('keeps the newest entries, short ones, and says that something is missing', () => {
    const many = Array.from({ length: 2500 }, (_, index) => ({ kind: 'did', text: `step ${index}` }) as const);
    const kept = keepEntries(keepEntries(none, many), [{ kind: 'said', text: 'x'.repeat(9000) }]);
    assert.deepEqual([kept.entries.length, kept.left], [2000, 501]);
    assert.equal(kept.entries.at(-1)?.text.length, 8001);
    assert.match(transcriptText(reader(), state, newest, kept, 0), /The beginning is left out/);
    assert.match(transcriptText(reader(), state, newest, none, 5), /The beginning is left out/);
    assert.doesNotMatch(transcriptText(reader(), state, newest, none, 0), /left out/);
  });

  it('tells how the lane ended, and a report once', () => {
    const ended = (text: string) => ({
      ...newest,
      job: {
        ...newest.job,
        ended: { at: '2026-05-04T14:04:00Z', outcome: { kind: 'report' as const, text } },
      },
    });
    const said = keepEntries(none, [{ kind: 'said', text: 'All done.' }]);
    assert.equal(transcriptText(reader(), state, ended('All done.'), said, 0).match(/All done\./g)?.length, 1);
    assert.match(transcriptText(reader(), state, ended('Another text.'), said, 0), /## Report\n\nAnother text\./);
  });
});
