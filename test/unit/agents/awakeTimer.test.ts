import assert from 'node:assert/strict';
import { afterAwake } from '../../../src/adapters/process/supervisor/awakeTimer.ts';

describe('Awake time', () => {
  it('counts a night asleep as one tick', async () => {
    // The clock jumps by an hour at each look, of which 10 s count: 25 s need three looks, not one.
    let looks = -1;
    const clock = (): number => {
      looks += 1;
      return looks * 3_600_000;
    };
    const waits: number[] = [];
    const original = globalThis.setTimeout;
    const quick = (task: () => void, ms: number): NodeJS.Timeout => {
      waits.push(ms);
      return original(task, 0);
    };
    await new Promise<void>((resolve) => afterAwake(25_000, resolve, { now: clock, after: quick }));
    assert.deepEqual([looks, waits], [3, [5000, 5000, 5000]]);
  });

  it('waits no longer than what is left', async () => {
    const began = performance.now();
    await new Promise<void>((resolve) => afterAwake(30, resolve));
    assert.ok(performance.now() - began < 2000);
  });

  it('can be disposed of', () => {
    afterAwake(1, () => assert.fail('called')).dispose();
  });
});
