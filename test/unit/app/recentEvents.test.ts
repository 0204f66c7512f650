import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { recentEvents } from '../../../src/app/recentEvents.ts';
import type { Recorded } from '../../../src/core/event.ts';
import { ok } from '../../../src/base/result.ts';
import { emptyState } from '../../../src/core/state.ts';

/** A log of which it is counted how much is read. */
function aLog() {
  const events: Recorded[] = [];
  const counts = { read: 0 };
  const read = async (since: number, limit = Infinity) => {
    const found = events.slice(since, since + limit);
    counts.read += found.length;
    return ok(found);
  };
  const recent = recentEvents({ read }, () => ({ ...emptyState, seq: events.length }));
  const grow = (count: number): void => {
    for (let n = 0; n < count; n++)
      events.push({ seq: events.length + 1, at: '', actor: 'host', event: { type: 'loopResumed', loop: 'l' } });
  };
  return { events, counts, recent, grow };
}

describe('the newest events', () => {
  it('are the end of the log, however much of it was read before', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ grows: fc.nat({ max: 40 }), limit: fc.integer({ min: 1, max: 60 }) })),
        async (steps) => {
          const { events, recent, grow } = aLog();
          for (const { grows, limit } of steps) {
            grow(grows);
            assert.deepEqual(await recent(limit), events.slice(-limit));
          }
        },
      ),
    ));

  it('are read once', async () => {
    const { events, counts, recent, grow } = aLog();
    grow(6000);
    await recent(5000);
    grow(3);
    assert.deepEqual(await recent(5000), events.slice(-5000));
    await recent(2000);
    assert.equal(counts.read, 5003);
  });
});
