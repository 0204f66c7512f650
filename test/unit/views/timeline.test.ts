import assert from 'node:assert/strict';
import { createTimelineView } from '../../../src/app/views/timeline.ts';
import type { DomainEvent } from '../../../src/core/event.ts';
import { filterRows, windowOf } from '../../../webview-ui/dashboard/timelineWindow.ts';
import { at, aVerdict, reader, workingState } from '../../builders/scene.ts';

const events: readonly DomainEvent[] = [
  { type: 'loopResumed', loop: 'loop-1' },
  { type: 'jobSignalled', job: 'job-1', kind: 'progress', text: 'reading\nfiles' },
  { type: 'verdictGiven', run: 'run-1', verdict: aVerdict('reviewer', 'Reviewer') },
];
const recorded = events.map((event, index) => ({ seq: index + 1, at: at('14:02'), actor: 'host', event }));
const view = createTimelineView();
const rows = view(reader(), workingState(), recorded);

describe('timeline view', () => {
  it('tells each event in words, the newest first, with its task', () => {
    assert.deepEqual(
      rows.map((row) => [row.seq, row.time, row.task, row.words]),
      [
        [3, '14:02', 'T-2026-0014', 'Reviewer: pass'],
        [2, '14:02', 'T-2026-0014', 'job-1 says: reading files'],
        [1, '14:02', '', 'loop resumed'],
      ],
    );
  });

  it('says what is new, and keeps what it said before', () => {
    const news = { seq: 4, at: at('14:03'), actor: 'host', event: { type: 'loopResumed', loop: 'loop-1' } } as const;
    const [newest, ...others] = view(reader(), workingState(), [...recorded, news]);
    assert.equal(newest?.seq, 4);
    assert.ok(others.length === rows.length && others.every((row, n) => row === rows[n]));
  });

  it('keeps the event as it stands in the log', () => {
    assert.equal(JSON.parse(rows[2]?.raw ?? '{}').event.type, 'loopResumed');
  });

  it('finds rows in which every word of the filter occurs', () => {
    assert.deepEqual(
      filterRows(rows, '0014 PASS').map((row) => row.seq),
      [3],
    );
    assert.deepEqual(filterRows(rows, ' ').length, 3);
    assert.deepEqual(filterRows(rows, 'nothing').length, 0);
  });

  it('draws only what can be seen, and keeps the length of the whole list', () => {
    const shown = windowOf(2000, 28 * 500, 28, 700);
    assert.deepEqual([shown.first, shown.last], [490, 535]);
    assert.equal(shown.before + (shown.last - shown.first) * 28 + shown.after, 2000 * 28);
    assert.deepEqual(windowOf(3, 99_999, 28, 700), { first: 3, last: 3, before: 84, after: 0 });
  });
});
