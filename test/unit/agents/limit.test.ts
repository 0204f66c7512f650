import assert from 'node:assert/strict';
import { liftedAt } from '../../../src/adapters/agents/limit.ts';

const at = '2026-11-29T12:00:00Z';
const seoul = 'Asia/Seoul';

describe('the time at which a usage limit is lifted', () => {
  const rows: readonly (readonly [words: string, until: string | null])[] = [
    ['Claude AI usage limit reached|1795968000', '2026-11-29T16:00:00Z'],
    ['limit reached|1795968000000', '2026-11-29T16:00:00Z'],
    ['5-hour limit reached ∙ resets 3pm (UTC)', '2026-11-29T15:00:00Z'],
    ["You've hit your limit · resets 11:30am (UTC)", '2026-11-30T11:30:00Z'],
    ["You've hit your limit · resets 9pm (America/New_York)", '2026-11-30T02:00:00Z'],
    [`You've hit your limit · resets 12am (${seoul})`, '2026-11-29T15:00:00Z'],
    [`weekly limit reached ∙ resets Dec 5, 5am (${seoul})`, '2026-12-04T20:00:00Z'],
    ['weekly limit reached ∙ resets Dec 5 at 5:30am (UTC)', '2026-12-05T05:30:00Z'],
    ['weekly limit reached ∙ resets Jan 2 (UTC)', '2027-01-02T00:00:00Z'],
    ['You have hit your usage limit. Try again at 3:05 PM UTC.', '2026-11-29T15:05:00Z'],
    ['You have hit your usage limit. Try again at Dec 3rd, 2026 3:05 PM UTC.', '2026-12-03T15:05:00Z'],
    ['Try again at 2026-11-29T18:00:00Z', '2026-11-29T18:00:00Z'],
    ['Try again in 3 days 4 hours 12 minutes.', '2026-12-02T16:12:00Z'],
    ['try again in 1 hour and 30 minutes', '2026-11-29T13:30:00Z'],
    ['Please retry in 23.4s.', '2026-11-29T12:00:24Z'],
    ['Your quota will reset after 5h32m10s.', '2026-11-29T17:32:10Z'],
    ['try again in 900ms', '2026-11-29T12:00:01Z'],
    [
      '2026-11-29T11:59:58.123456Z ERROR codex_core: You hit your usage limit. Try again in 5 minutes.',
      '2026-11-29T12:05:00Z',
    ],
    ['2026-11-29T11:59:58Z ERROR limited: resets at 3pm (UTC)', '2026-11-29T15:00:00Z'],
    ['2026-11-29T11:59:58Z ERROR limited until 2026-11-29T18:00:00Z', '2026-11-29T18:00:00Z'],
    ['limit reached|1195968000, try again in 1 hour', '2026-11-29T13:00:00Z'],
    ['exceeded retry limit, last status: 429 Too Many Requests', null],
    ['API Error: Request rejected (429) · slow down', null],
    ['Try again later.', null],
    ['resets 3pm (Mars/Olympus)', null],
    ['resets 27:00 (UTC)', null],
    ['limit reached|1195968000', null],
    ['try again in 4000 days', null],
    ['', null],
  ];
  for (const [words, until] of rows)
    it(`is ${until ?? 'not told'} by “${words}”`, () => assert.equal(liftedAt(words, at), until));

  it('is this machine’s where no zone is named', () => {
    const until = liftedAt('resets 3pm', at);
    assert.ok(until !== null);
    assert.equal(new Date(until).getHours(), 15);
    assert.ok(until > at && Date.parse(until) - Date.parse(at) <= 86_400_000);
  });

  it('holds over a change of the clocks', () => {
    assert.equal(liftedAt('resets Mar 8, 3am (America/New_York)', '2026-03-07T12:00:00Z'), '2026-03-08T07:00:00Z');
    assert.equal(liftedAt('resets Mar 8, 1am (America/New_York)', '2026-03-07T12:00:00Z'), '2026-03-08T06:00:00Z');
  });
});
