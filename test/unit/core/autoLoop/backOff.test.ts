import assert from 'node:assert/strict';
import { backOffMs } from '../../../../src/core/autoLoop/backOff.ts';

describe('the wait before a further try', () => {
  for (const [nth, ms] of [
    [0, 60_000],
    [1, 60_000],
    [2, 120_000],
    [3, 240_000],
    [6, 1_920_000],
    [7, 3_600_000],
    [2000, 3_600_000],
  ] as const)
    it(`is ${ms / 1000} s before the ${nth}th`, () => assert.equal(backOffMs(60_000, nth), ms));
});
