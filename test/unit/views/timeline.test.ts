import assert from 'node:assert/strict';
import { timelineView } from '../../../src/app/views/timeline.ts';
import type { DomainEvent } from '../../../src/core/event.ts';
import { emptyFilter, filterRows, valuesOf } from '../../../webview-ui/dashboard/timelineFilter.ts';
import { TimelineLog } from '../../../webview-ui/dashboard/timelineLog.ts';
import { windowOf } from '../../../webview-ui/dashboard/timelineWindow.ts';
import { at, aVerdict, reader, workingState } from '../../builders/scene.ts';

const events: readonly DomainEvent[] = [
  { type: 'loopResumed', loop: 'loop-1' },
  { type: 'jobSignalled', job: 'job-1', kind: 'progress', text: 'reading\nfiles' },
  { type: 'verdictGiven', run: 'run-1', verdict: aVerdict('reviewer', 'Reviewer') },
];
const recorded = events.map((event, index) => ({ seq: index + 1, at: at('14:02'), actor: 'host', event }));
const rows = timelineView(reader(), workingState(), recorded);

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

  it('finds rows in which every word of the filter occurs', () => {
    const found = (words: string) => filterRows(rows, { ...emptyFilter, words }).map((row) => row.seq);
    assert.deepEqual(found('0014 PASS'), [3]);
    assert.deepEqual(found(' '), [3, 2, 1]);
    assert.deepEqual(found('nothing'), []);
  });

  it('finds rows of one task, one kind and one actor', () => {
    const found = (filter: object) => filterRows(rows, { ...emptyFilter, ...filter }).map((row) => row.seq);
    assert.deepEqual(found({ task: 'T-2026-0014' }), [3, 2]);
    assert.deepEqual(found({ task: 'T-2026-0014', kind: 'jobSignalled' }), [2]);
    assert.deepEqual(found({ kind: 'jobSignalled', words: 'pass' }), []);
    assert.deepEqual(found({ actor: 'nobody' }), []);
  });

  it('offers what there is to choose from, and keeps what was chosen', () => {
    assert.deepEqual(valuesOf(rows, 'kind', ''), ['jobSignalled', 'loopResumed', 'verdictGiven']);
    assert.deepEqual(valuesOf(rows, 'task', 'T-2026-0001'), ['T-2026-0001', 'T-2026-0014']);
  });

  it('draws only what can be seen, and keeps the length of the whole list', () => {
    const shown = windowOf(2000, 28 * 500, 28, 700);
    assert.deepEqual([shown.first, shown.last], [490, 535]);
    assert.equal(shown.before + (shown.last - shown.first) * 28 + shown.after, 2000 * 28);
    assert.deepEqual(windowOf(3, 99_999, 28, 700), { first: 3, last: 3, before: 84, after: 0 });
  });
});

describe('loaded part of the log', () => {
  const row = (seq: number) => ({ seq, time: '', actor: '', kind: '', words: '', task: '' });
  /** A log of events that can be unreadable. */
  const world = () => {
    const calls: (readonly [number, number])[] = [];
    const store = { broken: false };
    const log = new TimelineLog({
      timeline: async (after, last) => {
        calls.push([after, last]);
        return store.broken ? null : Array.from({ length: last - after }, (_, n) => row(last - n));
      },
    });
    return { calls, store, log, sequences: () => log.rows.map(({ seq }) => seq) };
  };

  it('begins with the newest, follows what comes, and goes back without a gap', async () => {
    const { calls, log, sequences } = world();
    await log.follow(5000);
    await log.follow(5003);
    await log.loadEarlier();
    assert.deepEqual(calls, [
      [3000, 5000],
      [5000, 5003],
      [1000, 3000],
    ]);
    assert.deepEqual(
      sequences(),
      Array.from({ length: 4003 }, (_, n) => 5003 - n),
    );
    await log.loadEarlier();
    assert.deepEqual([log.hasEarlier, sequences().at(-1)], [false, 1]);
    assert.equal(await log.loadEarlier(), true);
    assert.equal(calls.length, 4);
  });

  it('begins anew after a long while, rather than with a gap', async () => {
    const { log, sequences } = world();
    await log.follow(10);
    await log.follow(9000);
    assert.deepEqual([sequences().length, sequences().at(-1), log.hasEarlier], [2000, 7001, true]);
  });

  it('goes on where it was when the log could not be read for a while', async () => {
    const { store, log, sequences } = world();
    await log.follow(2);
    store.broken = true;
    assert.equal(await log.follow(4), false);
    store.broken = false;
    assert.equal(await log.follow(5), true);
    assert.deepEqual(sequences(), [5, 4, 3, 2, 1]);
  });

  it('asks one after the other, so that nothing is loaded twice', async () => {
    const { log, sequences } = world();
    await Promise.all([log.follow(3), log.follow(3), log.follow(6), log.loadEarlier()]);
    assert.deepEqual(sequences(), [6, 5, 4, 3, 2, 1]);
  });
});
