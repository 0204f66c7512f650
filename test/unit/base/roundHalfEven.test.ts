import assert from 'node:assert/strict';
import { roundHalfEven } from '../../../src/base/roundHalfEven.ts';

describe('rounding half to even', () => {
  const rows: readonly (readonly [value: number, decimals: number, rounded: number])[] = [
    [0.5, 0, 0],
    [1.5, 0, 2],
    [2.5, 0, 2],
    [3.5, 0, 4],
    [2.4, 0, 2],
    [2.6, 0, 3],
    [-0.5, 0, 0],
    [-1.5, 0, -2],
    [-2.5, 0, -2],
    [0.125, 2, 0.12],
    [0.375, 2, 0.38],
    [2.675, 2, 2.67],
    [750.75, 1, 750.8],
    [1e21, 2, 1e21],
    [1e-9, 2, 0],
    [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY],
  ];
  for (const [value, decimals, rounded] of rows)
    it(`makes ${value} ${rounded} with ${decimals} decimals`, () =>
      assert.equal(roundHalfEven(value, decimals), rounded));
});
