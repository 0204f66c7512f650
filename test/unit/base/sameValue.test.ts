import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sameValue } from '../../../src/base/sameValue.ts';

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, held]) => [key, sorted(held)]),
        )
      : value;

describe('sameValue', () => {
  const different: readonly [unknown, unknown][] = [
    [1, '1'],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
    [
      { a: 1, b: undefined },
      { a: 1, c: 2 },
    ],
    [{ toString: 1 }, { a: 1 }],
    [{}, { a: 1 }],
  ];
  for (const [a, b] of different)
    it(`tells ${JSON.stringify(a)} from ${JSON.stringify(b)}`, () => {
      assert.equal(sameValue(a, b), false);
      assert.equal(sameValue(b, a), false);
    });

  it('takes an undefined member for an absent one', () => assert.ok(sameValue({ a: 1, b: undefined }, { a: 1 })));

  it('finds what went through the log with sorted keys the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => sameValue(value, sorted(JSON.parse(JSON.stringify(value)) as unknown))),
    );
  });
});
