import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findSecrets, redactSecrets, secretRules } from '../../../../src/core/privacy/secrets.ts';

const word = (length: number): string => 'aB3xY9kQ7mN2pL5vR8tW1zC4dF6gH0jK'.repeat(4).slice(0, length);
const upper = (length: number): string => word(length).toUpperCase();

/** The two halves of what a key file calls itself. */
const privateKey = ['PRIVATE', 'KEY'].join(' ');

/** Made here, so that no file of the project holds anything that looks like a secret. */
const samples: Readonly<Record<string, readonly string[]>> = {
  'private key': [
    `-----BEGIN ${privateKey}-----\n${word(64)}\n-----END ${privateKey}-----`,
    `-----BEGIN RSA ${privateKey}-----\n${word(64)}`,
  ],
  'GitHub token': [`ghp_${word(36)}`, `ghs_${word(36)}`, `github_pat_${word(60)}`],
  'GitLab token': [`glpat-${word(20)}`],
  'AWS key id': [`AKIA${upper(16)}`, `ASIA${upper(16)}`],
  'API key': [`sk-${word(40)}`, `sk-ant-${word(40)}`, `sk-proj-${word(40)}`],
  'Google key': [`AIza${word(35)}`],
  'Slack token': [`xoxb-${word(20)}`],
  'npm token': [`npm_${word(36)}`],
  'credentials in URL': [`https://user:${word(12)}@example.org/x.git`, `postgres://me:${word(8)}@db/x`],
};

describe('secret rules', () => {
  for (const { name } of secretRules)
    it(`redact a ${name}, and find none afterwards`, () => {
      assert.ok(samples[name]);
      for (const secret of samples[name]) {
        const text = `before "${secret}" after`;
        assert.ok(findSecrets(text).includes(name), secret.slice(0, 12));
        const clean = redactSecrets(text);
        assert.ok(!clean.includes(secret));
        assert.match(clean, new RegExp(`redacted: ${name}`));
        assert.deepEqual(findSecrets(clean), []);
        assert.equal(redactSecrets(clean), clean);
      }
    });

  const innocent = [
    '3f786850e387550fdab836ed7e6dc881de23001b',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '123e4567-e89b-42d3-a456-426614174000',
    'SGVsbG8gd29ybGQsIHRoaXMgaXMgYSBub3JtYWwgYmFzZTY0IHRleHQ=',
    'sha512-oIvWKrBmDkhH4o7vXmbxJHJRgEV6p9zPfFcHnUsqJDaPq3nYqsZnVWw1Q9vXkXHjmvmPKGyNVWXVyw==',
    'https://example.org:8080/a@b?c=d:e',
    'git@github.com:owner/name.git',
    'mailto:a@b.c',
    'task-force-of-the-whole-department',
    'risk-assessment-of-all-components',
    '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
    'const AKIA = 1; npm_config_cache=/tmp; ghp_short',
  ];
  for (const text of innocent)
    it(`leave ${text.slice(0, 32)} alone`, () =>
      assert.deepEqual([findSecrets(text), redactSecrets(text)], [[], text]));

  const noise = fc.oneof(
    fc.string(),
    fc.constantFrom(...Object.values(samples).flat()),
    fc.constantFrom(' ', '\n', '[redacted: API key]', '://', ':', '@', 'https://', '-----BEGIN '),
  );
  it('redact any text once and for all', () => {
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 8 }), (parts) => {
        const clean = redactSecrets(parts.join(''));
        assert.equal(redactSecrets(clean), clean);
        assert.deepEqual(findSecrets(clean), []);
      }),
      { numRuns: 2000 },
    );
  });

  it('are quick on long texts without an end', () => {
    const started = performance.now();
    for (const text of [
      'a:'.repeat(50_000),
      `https://${'a'.repeat(100_000)}`,
      '-----BEGIN '.repeat(10_000),
      'x'.repeat(200_000),
      'a://'.repeat(30_000),
    ])
      redactSecrets(text);
    assert.ok(performance.now() - started < 2000, `${performance.now() - started} ms`);
  });
});
