import assert from 'node:assert/strict';
import { withoutTokens } from '../../../src/app/withoutTokens.ts';

describe('a text of an agent that knows a token', () => {
  const token = 'aB3-x_Y9'.repeat(5);
  const forms = [token, token.replaceAll('_', '\\_'), token.replaceAll('-', '\\\\-'), token.replaceAll('-', '\\u002D')];
  for (const form of [...forms, token.replaceAll('_', '%5f')])
    it(`does not keep ${form.slice(0, 12)}…`, () =>
      assert.equal(withoutTokens(`I have ${form}, ${form}.`, [token]), 'I have [redacted-token], [redacted-token].'));

  it('stays as it is without one', () => assert.equal(withoutTokens('aB3-x_Y9 \\_', [token]), 'aB3-x_Y9 \\_'));
});
