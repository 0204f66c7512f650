import assert from 'node:assert/strict';
import { parseSpoolEvent } from '../../../src/protocol/spool.ts';

const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const beat = { v: 1, type: 'heartbeat', session: 's', role: 'r', task: null, status: 'up', agent: 'a' };
const word = { v: 1, type: 'jobEvent', job: 'j', kind: 'progress', text: 't' };

describe('a spool message', () => {
  for (const [message, fields] of [
    [beat, ['session', 'role', 'task', 'status', 'agent']],
    [word, ['job', 'kind', 'text']],
  ] as const)
    for (const field of fields)
      it(`holds no secret in the ${field} of a ${message.type}, taken or refused`, () => {
        const parsed = parseSpoolEvent(JSON.stringify({ ...message, [field]: secret }));
        assert.ok(!JSON.stringify(parsed).includes(secret));
        assert.equal(parsed.ok, field !== 'task' && field !== 'kind');
        // What a sender has cleaned is taken by who reads it, as it is.
        if (parsed.ok) assert.deepEqual(parseSpoolEvent(JSON.stringify(parsed.value)), parsed);
      });

  it('that is no JSON is refused without a quote of the secret', () => {
    const refused = parseSpoolEvent(secret);
    assert.ok(!refused.ok && !refused.error.includes(secret.slice(0, 8)), JSON.stringify(refused));
  });

  it('says the same after it was cleaned', () => {
    for (const message of [beat, word]) {
      const parsed = parseSpoolEvent(JSON.stringify(message));
      assert.deepEqual(parsed, { ok: true, value: message });
    }
  });
});
