import assert from 'node:assert/strict';
import { composeMessage } from '../../../../src/app/bus/compose.ts';
import { createJobKeys } from '../../../../src/adapters/store/jobKeys.ts';
import type { JobMessage } from '../../../../src/core/delegation/messages.ts';
import { longestMessage, parsePayload, type BusPayload } from '../../../../src/protocol/bus.ts';
import { privacy } from '../../../builders/privacy.ts';

const keys = createJobKeys(Buffer.from('key of the tests'), '/repository');
const token = keys.jobToken('a', 2);

const read = (change: Partial<JobMessage>): BusPayload => {
  const message: JobMessage = {
    job: 'a',
    attempt: 2,
    seq: 4,
    news: 'completed',
    at: '2026-01-31T12:00:00Z',
    status: 'completed',
    source: 'watcher',
    text: '',
    grounds: [],
    report: null,
    verdict: null,
    ...change,
  };
  const { body } = composeMessage(message, keys, privacy);
  assert.ok(body.length < longestMessage);
  const parsed = parsePayload(body);
  assert.ok(parsed.ok, body);
  assert.equal(keys.sign('a', parsed.value.signed), parsed.value.payload.data.hmac_sig);
  return parsed.value.payload;
};

describe('a composed message', () => {
  const texts: readonly (readonly [string, string, string])[] = [
    ['paths', 'Wrote /work/x/report.md.', 'Wrote [redacted-local-path]'],
    ['tokens of its attempt', `MAM_TOKEN ${token} works`, 'MAM_TOKEN [redacted-token] works'],
    ['secrets', 'with ghp_0123456789abcdefghijABCDEFGHIJ012345', 'with [redacted'],
  ];
  for (const [title, text, clean] of texts)
    it(`holds no ${title}`, () => {
      const { detail, data } = read({ text, grounds: [text] });
      assert.ok(detail.startsWith(clean), detail);
      assert.ok(data.grounds?.[0]?.startsWith(clean));
      for (const secret of ['/work', token, 'ghp_']) assert.ok(!JSON.stringify([detail, data]).includes(secret));
    });

  it('is short, whatever was said, and cuts no character in two', () => {
    const { detail, data } = read({
      text: `${'x'.repeat(998)}${'😀'.repeat(1000)}`,
      grounds: Array.from({ length: 50 }, () => 'y'.repeat(900)),
    });
    assert.ok(detail.length <= 1000 && detail.endsWith('x…'), detail.slice(-4));
    assert.equal(data.grounds?.length, 20);
  });

  it('carries what an end rests on', () => {
    const { data } = read({ grounds: ['report whole'], report: 'b'.repeat(64), verdict: 'notPass' });
    const { hmac_sig: _, ...rest } = data;
    assert.deepEqual(rest, {
      attempt: 2,
      status: 'completed',
      source: 'watcher',
      grounds: ['report whole'],
      report_sha256: 'b'.repeat(64),
      verdict: 'not pass',
    });
  });
});
