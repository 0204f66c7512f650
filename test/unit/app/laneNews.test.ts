import assert from 'node:assert/strict';
import { createTrails } from '../../../src/app/breach/trails.ts';
import { createLaneNews } from '../../../src/app/laneNews.ts';
import { createOrchestrator } from '../../../src/app/orchestrator.ts';
import { createCountingIds } from '../../fakes/countingIds.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';

describe('what lanes tell', () => {
  it('is shown once for a burst of lines, the newest of each lane', async () => {
    const orchestrator = await createOrchestrator({
      store: createMemoryStore(),
      clock: new ManualClock(),
      ids: createCountingIds(),
      awakeMs: () => 0,
      mostLanes: () => 8,
      samplePool: () => ({ load: null, conflicts: null }),
      redact: (text) => text,
      tokenHash: () => '',
      epoch: () => null,
    });
    assert.ok(orchestrator.ok);
    let told = 0;
    const news = createLaneNews(orchestrator.value, createTrails(), () => {
      told += 1;
    });
    for (let n = 1; n <= 100; n += 1) news.onProgress(`job-${n % 2}`, `line ${n}`, false);
    await Promise.resolve();
    assert.deepEqual([told, news.newest('job-0'), news.newest('job-1')], [1, 'line 100', 'line 99']);
    news.onProgress('job-1', 'more', false);
    await Promise.resolve();
    assert.equal(told, 2);
  });
});
