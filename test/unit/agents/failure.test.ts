import assert from 'node:assert/strict';
import { explainFailure } from '../../../src/adapters/agents/failure.ts';
import { fill } from '../../../src/base/problem.ts';

describe('What an agent says when it failed', () => {
  for (const [message, status, code] of [
    ['unexpected status 401 Unauthorized: no, url: http://127.0.0.1:1/v1/responses', null, 'lane.signedOut'],
    ['unexpected status 403 Forbidden', null, 'lane.signedOut'],
    ['Not logged in', null, 'lane.signedOut'],
    ['Invalid API key · Please run /login', null, 'lane.signedOut'],
    ['anything', 401, 'lane.signedOut'],
    ['exceeded retry limit, last status: 429 Too Many Requests', null, 'lane.limited'],
    ['API Error: Request rejected (429) · slow down', null, 'lane.limited'],
    ['You have hit your usage limit. Try again at 3:05 PM.', null, 'lane.limited'],
    ['You’ve hit your limit · resets 3pm (Europe/Berlin)', null, 'lane.limited'],
    ['You’re out of usage credits · resets 3pm', null, 'lane.limited'],
    ['You exceeded your current quota. Please retry in 23.4s.', null, 'lane.limited'],
    ['RESOURCE_EXHAUSTED', null, 'lane.limited'],
    ['overloaded', 529, 'lane.server'],
    ['API Error: 500 no luck', null, 'lane.server'],
    ['unexpected status 503 Service Unavailable', null, 'lane.server'],
    ['We’re currently experiencing high demand', null, 'lane.server'],
    ['stream disconnected before completion: error sending request', null, 'lane.server'],
    ['connect ECONNREFUSED 127.0.0.1:9', null, 'lane.server'],
    ['unexpected argument --nonsense', null, 'lane.failed'],
    ['API Error: 400 bad request', null, 'lane.failed'],
    ['read 429 files and changed 500 lines', null, 'lane.failed'],
  ] as const)
    it(`“${message}”${status === null ? '' : ` with ${status}`} is ${code}`, () => {
      assert.equal(explainFailure('Agent', message, status).code, code);
    });

  for (const [message, when] of [
    ['usage limit reached|1790000000', '2026-09-21T14:13:20Z'],
    ['You have hit your usage limit. Try again at 3:05 PM.', 'at 3:05 PM'],
    ['Session limit reached, resets 7pm', '7pm'],
    ['rate limit reached, try again in 20 s', 'in 20 s'],
  ] as const)
    it(`“${message}” tells until when`, () => {
      assert.equal(explainFailure('Agent', message, null).params['when'], when);
    });

  it('makes one readable sentence of it', () => {
    const problem = explainFailure('Agent', `line one\n\u001b[31mline two${'x'.repeat(500)}`, 500);
    const sentence = fill(problem.text, problem.params);
    assert.match(sentence, /HTTP 500/);
    assert.doesNotMatch(sentence, /\p{Cc}/u);
    assert.ok(sentence.length < 600);
  });
});
