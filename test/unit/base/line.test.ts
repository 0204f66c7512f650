import assert from 'node:assert/strict';
import { Line } from '../../../src/base/line.ts';
import { settle } from '../../fakes/manualClock.ts';

describe('a line', () => {
  it('runs so many at once, the others in their order, and goes on after one that failed', async () => {
    const line = new Line(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const results = Array.from({ length: 5 }, (_, n) =>
      line.run(async () => {
        begun.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (n === 1) throw new Error('one');
        return n;
      }),
    );
    const outcome = Promise.allSettled(results);
    await settle();
    assert.deepEqual(begun, [0, 1]);
    for (let n = 0; n < 5; n += 1) {
      ends[n]?.();
      await settle();
      assert.deepEqual(begun, [0, 1, 2, 3, 4].slice(0, Math.min(5, n + 3)));
    }
    const ended = await outcome;
    assert.deepEqual(
      ended.map((one) => (one.status === 'fulfilled' ? one.value : one.status)),
      [0, 'rejected', 2, 3, 4],
    );
  });

  it('is drained while nobody waits, although some still run', async () => {
    const line = new Line(1);
    await line.drained();
    let end = (): void => undefined;
    const first = line.run(() => new Promise<void>((resolve) => (end = resolve)));
    await line.drained();
    let isDrained = false;
    const second = line.run(() => Promise.resolve());
    const drained = line.drained().then(() => (isDrained = true));
    await settle();
    assert.equal(isDrained, false);
    end();
    await Promise.all([first, second, drained]);
  });
});
