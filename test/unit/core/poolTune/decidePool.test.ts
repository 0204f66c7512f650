import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decidePool } from '../../../../src/core/poolTune/decidePool.ts';
import type { PoolDecision, PoolObservation, PoolTerms } from '../../../../src/core/poolTune/types.ts';

const terms: PoolTerms = { min: 1, max: 4, cooldown: 2, agree: 2 };
const room: PoolObservation = {
  size: 2,
  taken: 2,
  startable: 5,
  sharing: 0,
  heldBack: 0,
  unmergeable: 0,
  reviewsWaiting: 0,
  gateSeconds: 10,
  usualGateSeconds: 10,
  limited: [],
  load: 0.5,
  conflicts: 0,
};

describe('what one observation speaks for', () => {
  const rows: readonly (readonly [
    name: string,
    changes: Partial<PoolObservation>,
    wish: PoolDecision['wish'],
    code: string,
  ])[] = [
    ['more, where every place was taken and more could begin', {}, 'raise', 'pool.room'],
    ['more, where nobody knows the load', { load: null }, 'raise', 'pool.room'],
    ['more, where nobody compares worktrees', { conflicts: null }, 'raise', 'pool.room'],
    ['as many, where a place was free', { taken: 1 }, 'keep', 'pool.unused'],
    ['as many, where nothing could begin', { startable: 0 }, 'keep', 'pool.noMore'],
    ['as many, where the others share files', { startable: 0, sharing: 3 }, 'keep', 'pool.sharing'],
    ['as many, where the machine is nearly busy', { load: 0.91 }, 'keep', 'pool.busy'],
    ['as many at exactly the high load', { load: 1.5 }, 'keep', 'pool.busy'],
    ['fewer, where the machine is busy', { load: 1.51 }, 'lower', 'pool.load'],
    ['fewer, where a usage limit is reached', { limited: ['codex'] }, 'lower', 'pool.limited'],
    ['fewer, where work would conflict', { conflicts: 1 }, 'lower', 'pool.conflicts'],
    ['fewer, where work does not merge', { unmergeable: 1 }, 'lower', 'pool.conflicts'],
    ['fewer, where others hold the files', { heldBack: 1 }, 'lower', 'pool.heldBack'],
    ['as many, while fewer reviews wait than tasks work', { reviewsWaiting: 1, taken: 1 }, 'keep', 'pool.unused'],
    ['fewer, where as many reviews wait', { reviewsWaiting: 2 }, 'lower', 'pool.backlog'],
    ['more at exactly one and a half times the usual time', { gateSeconds: 15 }, 'raise', 'pool.room'],
    ['fewer beyond it', { gateSeconds: 15.1 }, 'lower', 'pool.gate'],
    ['more, where nobody knows what is usual', { gateSeconds: 900, usualGateSeconds: null }, 'raise', 'pool.room'],
  ];
  for (const [name, changes, wish, code] of rows)
    it(name, () => {
      const made = decidePool({ ...room, ...changes }, null, terms);
      assert.deepEqual([made.wish, made.why.code], [wish, code]);
      assert.deepEqual([made.to, made.row], [2, 1], 'one task alone moves nothing');
    });
});

/** What a row of observations comes to, from a size on. */
function play(wishes: string, size: number, with_: Partial<PoolTerms> = {}): readonly number[] {
  const seen = { r: {}, l: { load: 9 }, k: { taken: 0 } } as const;
  let last: PoolDecision | null = null;
  let now = size;
  return Array.from(wishes, (wish) => {
    const observed = { ...room, size: now, taken: now, ...seen[wish === 'r' ? 'r' : wish === 'l' ? 'l' : 'k'] };
    last = decidePool(observed, last, { ...terms, ...with_ });
    now = last.to;
    return now;
  });
}

describe('the number of tasks at once', () => {
  const traces: readonly (readonly [
    wishes: string,
    size: number,
    sizes: readonly number[],
    with_?: Partial<PoolTerms>,
  ])[] = [
    ['rr', 2, [2, 3]],
    ['rkr', 2, [2, 2, 2]],
    ['rlrlrl', 2, [2, 2, 2, 2, 2, 2]],
    // Moved once, then left alone for two tasks, whatever they say.
    ['rrrrr', 2, [2, 3, 3, 3, 4]],
    ['rrllll', 2, [2, 3, 3, 3, 2, 2]],
    ['rrrr', 2, [3, 4, 4, 4], { agree: 1, cooldown: 0 }],
    ['llll', 2, [1, 1, 1, 1], { agree: 1, cooldown: 0 }],
    // Outside its bounds it comes nearer, one at a time.
    ['ll', 9, [9, 8]],
    ['rr', 9, [9, 9]],
  ];
  for (const [wishes, size, sizes, with_] of traces)
    it(`goes from ${size} by ${wishes} to ${sizes.join(', ')}`, () =>
      assert.deepEqual(play(wishes, size, with_), sizes));

  it('moves by one step at most, within its bounds, and rests as long as it says', () => {
    const observed = fc.record({
      taken: fc.nat(6),
      startable: fc.nat(3),
      sharing: fc.nat(3),
      heldBack: fc.nat(1),
      unmergeable: fc.nat(1),
      reviewsWaiting: fc.nat(6),
      load: fc.option(fc.double({ min: 0, max: 3, noNaN: true })),
      conflicts: fc.option(fc.nat(1)),
      limited: fc.constantFrom([], ['codex']),
    });
    const anyTerms = fc.record({
      min: fc.integer({ min: 1, max: 3 }),
      more: fc.nat(4),
      cooldown: fc.nat(4),
      agree: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(observed, { maxLength: 60 }), anyTerms, (row, { min, more, cooldown, agree }) => {
        const bounds = { min, max: min + more, cooldown, agree };
        let size = min;
        let last: PoolDecision | null = null;
        let sinceMove = Number.POSITIVE_INFINITY;
        for (const one of row) {
          const made: PoolDecision = decidePool({ ...room, ...one, size }, last, bounds);
          assert.ok(Math.abs(made.to - size) <= 1);
          assert.ok(made.to >= bounds.min && made.to <= bounds.max);
          if (made.to !== size) {
            assert.ok(sinceMove >= cooldown, 'moved while it was to be left alone');
            sinceMove = 0;
          } else sinceMove += 1;
          last = made;
          size = made.to;
        }
      }),
    );
  });
});
