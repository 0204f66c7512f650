import assert from 'node:assert/strict';
import { millisecondsOf } from '../../../src/cli/job/seconds.ts';

const given = (text: string | null) =>
  millisecondsOf({ positionals: [], flag: () => false, text: () => text, texts: () => [] }, 'timeout', 7);

describe('an option in seconds', () => {
  for (const [text, ms] of [
    [null, 7],
    ['0', 0],
    ['0.0', 0],
    ['1.5', 1500],
    // Nothing is the word for no limit, and so short a time is one.
    ['0.0001', 1],
    ['0.00000001', 1],
  ] as const)
    it(`${text} is ${ms} ms`, () => {
      const got = given(text);
      assert.ok(got.ok);
      assert.equal(got.value, ms);
    });

  for (const text of ['', '-1', '1e3', 'x', '9'.repeat(400)])
    it(`${text.slice(0, 9)} is none`, () => {
      const got = given(text);
      assert.equal(!got.ok && got.error.code, 'cli.badSeconds');
    });
});
