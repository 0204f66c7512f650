import assert from 'node:assert/strict';
import { looseChanges } from '../../../../src/core/breach/loose.ts';
import type { Breach } from '../../../../src/core/breach/types.ts';

const witness = (job: string) => ({ job, run: `run of ${job}`, session: 'implementer' });
const breach = (changes: Partial<Breach>): Breach => ({
  id: 'b1',
  kind: 'checkout',
  names: ['a.txt'],
  more: 0,
  witnesses: [witness('j1'), witness('j2')],
  tie: null,
  blocks: false,
  at: '2026-01-31T12:00:00Z',
  ...changes,
});
const tied = breach({ id: 'b2', witnesses: [witness('j1')], blocks: true, tie: { by: 'hook', text: 'Write /a.txt' } });
const accepted = { by: 'test', at: '2026-01-31T12:00:00Z' };

describe('A change that may still turn out to be somebody’s', () => {
  for (const [title, breaches, expected] of [
    ['is one without a tie, of those who still work', [breach({})], [['a.txt', ['j1']]]],
    ['is none once a person accepted it', [breach({ accepted })], []],
    ['is none of a job that it is tied to', [breach({}), tied], []],
    ['is none again once a person accepted that', [breach({}), { ...tied, accepted }], []],
    ['is not what a tie explains', [tied], []],
    ['is still another file', [breach({ names: ['a.txt', 'b.txt'] }), tied], [['b.txt', ['j1']]]],
    ['is nothing that could not be looked at', [breach({ kind: 'unseen', names: ['a.txt'] })], []],
    ['is nothing of those who have ended', [breach({ witnesses: [witness('j2')] })], []],
  ] as const)
    it(title, () => {
      const shared = { facts: 'd1', jobs: [witness('j1')] };
      const state = { breaches: Object.fromEntries(breaches.map((one) => [one.id, one])), shared };
      assert.deepEqual(
        looseChanges(state).map(({ change, jobs }) => [change.name, jobs]),
        expected,
      );
    });
});
