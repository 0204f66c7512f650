import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import {
  longestMessage,
  parsePayload,
  signedText,
  signPayload,
  type UnsignedPayload,
} from '../../../src/protocol/bus.ts';
import { eventsTopic, jobOfTopic, stateTopic } from '../../../src/protocol/busTopics.ts';
import { canonicalJson } from '../../../src/protocol/canonicalJson.ts';

const message: UnsignedPayload = {
  schema_version: 1,
  seq: 3,
  job_id: 'job-1',
  event: 'completed',
  timestamp: '2026-01-31T12:00:00Z',
  detail: 'Ready — “done”.',
  data: { attempt: 2, status: 'completed', source: 'agent' },
};
const sign = (text: string): string => createHmac('sha256', 'k').update(text).digest('hex');

describe('bus messages', () => {
  it('have the canonical form that docs/bus.md shows', () => {
    assert.equal(
      signedText(signPayload(message, sign)),
      'mam-bus-1\n{"data":{"attempt":2,"source":"agent","status":"completed"},"detail":"Ready — “done”.","event":"completed",' +
        '"job_id":"job-1","schema_version":1,"seq":3,"timestamp":"2026-01-31T12:00:00Z"}',
    );
  });

  it('are read back with the text that was signed, whatever the order of their fields and white space', () => {
    const signed = signPayload(message, sign);
    const turned = Object.fromEntries(Object.entries(signed).toReversed());
    for (const body of [JSON.stringify(signed), JSON.stringify(turned, null, 2)]) {
      const read = parsePayload(body);
      assert.ok(read.ok);
      assert.deepEqual(read.value.payload, signed);
      assert.equal(sign(read.value.signed), signed.data.hmac_sig);
    }
  });

  it('are signed with fields that this version does not know', () => {
    const signed = signPayload(message, sign);
    const read = parsePayload(JSON.stringify({ ...signed, data: { ...signed.data, cost: 0 } }));
    assert.ok(read.ok);
    assert.notEqual(sign(read.value.signed), signed.data.hmac_sig);
  });

  const text = (change: object): string => JSON.stringify({ ...signPayload(message, sign), ...change });
  const refused: readonly (readonly [string, string, string])[] = [
    ['no JSON', '{', 'malformed'],
    ['no object', '[]', 'malformed'],
    ['nothing', '', 'malformed'],
    ['null', 'null', 'malformed'],
    ['no version', text({ schema_version: undefined }), 'malformed'],
    ['a newer version', text({ schema_version: 2 }), 'unknownVersion'],
    ['a version in words', text({ schema_version: '1' }), 'unknownVersion'],
    ['seq 0', text({ seq: 0 }), 'malformed'],
    ['a broken seq', text({ seq: 1.5 }), 'malformed'],
    ['an unknown event', text({ event: 'exploded' }), 'malformed'],
    ['an id that is no topic', text({ job_id: '../x' }), 'malformed'],
    ['no signature', text({ data: message.data }), 'malformed'],
    ['a number without a canonical form', text({ more: 1e300 }), 'malformed'],
    ['too much', text({ detail: 'x'.repeat(longestMessage) }), 'tooLarge'],
    ['a detail that is too long', text({ detail: 'x'.repeat(1001) }), 'malformed'],
  ];
  for (const [title, body, why] of refused)
    it(`are not read with ${title}`, () => {
      const read = parsePayload(body);
      assert.equal(read.ok ? 'read' : read.error, why);
    });

  it('never make reading fail, whatever a broker sends', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (body) => void parsePayload(body)));
  });
});

describe('canonical JSON', () => {
  it('is JSON of the same value, and the same text for any order of names', () => {
    const value = fc.jsonValue({ noUnicodeString: false }).filter((one) => canonicalJson(one) !== null);
    fc.assert(
      fc.property(value, (one) => {
        const text = canonicalJson(one) ?? '';
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(one)));
        assert.equal(canonicalJson(turned(one)), text);
      }),
    );
  });

  for (const number of [0.5, Number.NaN, 2 ** 53, -Infinity])
    it(`has no text for ${number}`, () => assert.equal(canonicalJson({ a: [number] }), null));
});

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, held]) => [name, turned(held)]),
  );
};

describe('topics of jobs', () => {
  it('tell the job and the kind', () => {
    assert.deepEqual(jobOfTopic(eventsTopic('a_b-1')), { job: 'a_b-1', kind: 'events' });
    assert.deepEqual(jobOfTopic(stateTopic('a')), { job: 'a', kind: 'state' });
  });
  for (const topic of [
    '',
    'python/mqtt/jobs',
    'python/mqtt/jobs/a',
    'python/mqtt/jobs/a/logs',
    'python/mqtt/jobs/a/b/events',
    'python/mqtt/jobs/a.b/events',
    'x/python/mqtt/jobs/a/events',
  ])
    it(`know nothing of ${topic || 'an empty one'}`, () => assert.equal(jobOfTopic(topic), null));
});
