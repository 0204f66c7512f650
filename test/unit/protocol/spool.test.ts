import assert from 'node:assert/strict';
import { parseSpoolEvent } from '../../../src/protocol/spool.ts';

const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
const beat = { v: 1, type: 'heartbeat', session: 's', role: 'r', task: null, status: 'up', agent: 'a' };
const token = 'x'.repeat(43);
const word = { v: 2, type: 'jobEvent', job: 'j', attempt: 1, token, seq: 1, kind: 'progress', text: 't' };
const hook = { v: 2, type: 'sessionHook', session: 's', generation: 1, token, agent: 'claude', hook: 'Stop' };

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
    for (const message of [beat, word, { ...word, data: { files: ['a'], n: 1 } }, { ...hook, payload: '{}' }]) {
      const parsed = parseSpoolEvent(JSON.stringify(message));
      assert.deepEqual(parsed, { ok: true, value: message });
    }
  });

  it('of a hook may be a line of JSON and what the hook got, whatever that is', () => {
    for (const payload of ['{"a":\n"b"}', '', 'no JSON\n"', `${JSON.stringify(hook)}\n`])
      assert.deepEqual(parseSpoolEvent(`${JSON.stringify(hook)}\n${payload}`), {
        ok: true,
        value: { ...hook, payload },
      });
    for (const other of [word, beat, 1, null, []])
      assert.equal(parseSpoolEvent(`${JSON.stringify(other)}\n{}`).ok, false);
  });

  it('holds no secret in the data of an event, and not more of it than anybody would read', () => {
    const parsed = parseSpoolEvent(JSON.stringify({ ...word, data: { deep: [{ [secret]: secret }] } }));
    assert.ok(parsed.ok && !JSON.stringify(parsed).includes(secret));
    assert.equal(parseSpoolEvent(JSON.stringify({ ...word, data: { a: 'x'.repeat(17_000) } })).ok, false);
  });

  for (const [what, change] of [
    ['no token', { token: undefined }],
    ['a token of another form', { token: 'x y' }],
    ['no counter', { seq: undefined }],
    ['a counter below 1', { seq: 0 }],
    ['a counter that is no whole number', { seq: 1.5 }],
    ['attempt 0', { attempt: 0 }],
    ['an unknown kind', { kind: 'done' }],
    ['data that is no object', { data: [1] }],
    ['a newer version', { v: 3 }],
    ['version 1', { v: 1 }],
  ] as const)
    it(`of a job is refused with ${what}`, () => {
      const parsed = parseSpoolEvent(JSON.stringify({ ...word, ...change }));
      assert.ok(!parsed.ok);
      if ('v' in change && change.v === 1) assert.match(parsed.error, /no token/);
    });
});
