import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import type { LaneOutcome } from '../../../src/core/job/types.ts';
import { createHarness, passes, writesFile, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, inTurn } from '../../fakes/fakeLanes.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const limited = (until: string): LaneOutcome => ({
  kind: 'limited',
  problem: problem('lane.limited', 'Limited.'),
  until,
});
const minute = 60_000;

const ended = async (h: Harness): Promise<void> => {
  await h.app.close();
  assert.equal(h.clock.waiting, 0);
};

describe('an application whose agent is limited', () => {
  it('wakes by itself when the time comes, and starts no lane before', async () => {
    const h = await createHarness({
      queue,
      play: (git) => byAccess({ write: inTurn(limited('2026-01-01T00:10:00Z'), writesFile(git)), read: passes }),
    });
    await h.start();
    assert.deepEqual([h.lanes.started.length, h.run().phase], [1, 'implementing']);
    await h.clock.advance(10 * minute);
    assert.equal(h.lanes.started.length, 1);
    await h.clock.advance(40_000);
    await h.rest();
    assert.equal(h.run().phase, 'waiting');
    assert.deepEqual(h.app.state.limits, {});
    await ended(h);
  });

  it('is taken over by the next host with its limit', async () => {
    const first = await createHarness({
      queue,
      play: (git) => byAccess({ write: inTurn(limited('2026-01-01T00:10:00Z'), writesFile(git)), read: passes }),
    });
    await first.start();
    await first.app.close();
    const { store, git, files, lanes, clock } = first;
    const next = await createHarness({ queue, store, git, files, lanes, clock, idPrefix: 'next' });
    await next.rest();
    assert.equal(lanes.started.length, 1);
    await clock.advance(10 * minute + 40_000);
    await next.rest();
    assert.equal(next.run().phase, 'waiting');
    await ended(next);
  });

  it('asks once the one lane that tried again met the limit, and lets no further one start by itself', async () => {
    const h = await createHarness({
      queue,
      play: (git) =>
        byAccess({
          write: inTurn(limited('2026-01-01T00:05:00Z'), limited('2026-01-01T00:10:00Z'), writesFile(git)),
          read: passes,
        }),
    });
    await h.start();
    await h.clock.advance(30 * minute);
    await h.rest();
    assert.deepEqual([h.lanes.started.length, h.run().phase], [2, 'needs-you']);
    await ended(h);
  });
});
