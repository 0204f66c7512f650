import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { secretRules } from '../../../../src/core/privacy/secretRules.ts';
import { findSecrets, mayHoldSecret, redactSecrets } from '../../../../src/core/privacy/secrets.ts';
import { assertLinear } from './linear.ts';

const word = (length: number): string => 'aB3xY9kQ7mN2pL5vR8tW1zC4dF6gH0jK'.repeat(4).slice(0, length);
const upper = (length: number): string => word(length).toUpperCase();
const hex = (length: number): string => '0a1b2c3d4e5f6789'.repeat(5).slice(0, length);

/** The two halves of what a key file calls itself. */
const privateKey = ['PRIVATE', 'KEY'].join(' ');

/** Made here, so that no file of the project holds anything that looks like a secret. */
const samples: Readonly<Record<string, readonly string[]>> = {
  'private key': [
    `-----BEGIN ${privateKey}-----\n${word(64)}\n-----END ${privateKey}-----`,
    `-----BEGIN RSA ${privateKey}-----\n${word(64)}`,
  ],
  'GitHub token': [`ghp_${word(36)}`, `ghs_${word(36)}`, `github_pat_${word(60)}`],
  'GitLab token': [`glpat-${word(20)}`, `gldt-${word(20)}`, `glrt-${word(24)}`],
  'AWS key id': [`AKIA${upper(16)}`, `ASIA${upper(16)}`],
  'AWS secret key': [`${word(38)}+/`],
  'API key': [`sk-${word(40)}`, `sk-ant-${word(40)}`, `sk-proj-${word(40)}`],
  'Google key': [`AIza${word(35)}`, `GOCSPX-${word(28)}`, `ya29.${word(60)}`],
  'Slack token': [`xoxb-${word(20)}`, `xapp-1-${upper(11)}-123-${word(40)}`],
  'Slack webhook': [`T0${upper(8)}/B0${upper(8)}/${word(24)}`],
  'Stripe key': [`sk_live_${word(24)}`, `rk_test_${word(24)}`, `whsec_${word(32)}`],
  'SendGrid key': [`SG.${word(22)}.${word(43)}`],
  'Twilio key': [`SK${hex(32)}`],
  'Hugging Face token': [`hf_${word(34)}`],
  'PyPI token': [`pypi-${word(90)}`],
  'DigitalOcean token': [`dop_v1_${hex(64)}`],
  'Docker token': [`dckr_pat_${word(27)}`],
  'Vault token': [`hvs.${word(30)}`],
  'Atlassian token': [`ATATT3${word(100)}`],
  'Shopify token': [`shpat_${hex(32)}`],
  'Databricks token': [`dapi${hex(32)}`],
  'age key': [`AGE-SECRET-KEY-1${upper(58)}`],
  'Azure key': [`${word(86)}==`],
  'web token': [`eyJ${word(20)}.eyJ${word(40)}.${word(43)}`],
  'bearer token': [`${word(20)}.${word(12)}`],
  'npm token': [`npm_${word(36)}`],
  'basic credentials': [`${word(22)}==`, `dXNlcjpw${word(6)}`],
  'credentials in URL': [
    `https://user:${word(12)}@example.org/x.git`,
    `postgres://me:${word(8)}@db/x`,
    `redis://:${word(12)}@host:6379`,
    `postgres://me:${word(4)}/${word(9)}@host/db`,
    `https://user:${word(4)}@${word(8)}@host`,
    `https://user:${word(4)}@@${word(8)}@host:8080/a`,
    `https://${word(27)}@example.org/x`,
    `https://glpatlike_${word(16)}@example.org/x`,
  ],
};

/** Secrets that only the words before them show. */
const contexts: Readonly<Record<string, string>> = {
  'AWS secret key': 'aws_secret_access_key = ',
  'Slack webhook': 'https://hooks.slack.com/services/',
  'Azure key': 'DefaultEndpointsProtocol=https;AccountKey=',
  'bearer token': 'Authorization: Bearer ',
  'basic credentials': 'Authorization: Basic ',
};

describe('secret rules', () => {
  for (const name of new Set(secretRules.map((rule) => rule.name)))
    it(`redact a ${name}, and find none afterwards`, () => {
      assert.ok(samples[name]);
      for (const secret of samples[name]) {
        const text = `before "${contexts[name] ?? ''}${secret}" after`;
        assert.ok(findSecrets(text).includes(name), secret.slice(0, 12));
        assert.ok(mayHoldSecret(text));
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
    'A bearer authentication/authorization header is needed.',
    'the SG.Name.Other class, hf_hub_download, sk_live_view, dapi/index.ts, whsec_name',
    'const AccountKey = await loadTheAccountKeyOfTheVeryBestCustomer();',
    'aws_secret_access_key = os.environ["AWS_SECRET"]',
    'eyJ is how a web token begins.',
    'ssh://git@github.com/owner/name.git https://kim@bitbucket.org/x https://an-organisation@dev.azure.com/x',
    'http://localhost:3000/@vite/client http://localhost:${port}/@fs/a http://[::1]:8080/a@b',
    'docker://a-name-with-24-letters@sha256:0a1b',
    'Authorization: Basic authentication; WWW-Authenticate: Basic realm="x"; Basic Authentication',
    'a basic ImplementationOfTheThing, and basic sha256sums',
    '{"url":"https://host.example","mail":"a@b.example"}',
    '{"url":"https://host.example:80","mail":"a@b.example"}',
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

  it('find nothing that the quick look would miss', () => {
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        assert.ok(findSecrets(text).length === 0 || mayHoldSecret(text));
      }),
    );
  });

  it('take out the whole password, and nothing of what follows', () => {
    const [user, text] = ['https://user:', '@host","mail":"a@b.example"}'];
    assert.equal(
      redactSecrets(`{"url":"${user}${word(4)}${text}`),
      `{"url":"https://[redacted: credentials in URL]${text}`,
    );
    assert.equal(redactSecrets(`${user}${word(4)}@${word(5)}@host/x`), 'https://[redacted: credentials in URL]@host/x');
  });

  it('leave a text behind a key that has no end', () => {
    const text = `-----BEGIN ${privateKey}-----\n${word(64)}\n${word(20)}\nThe tests pass. All is well here.\n`;
    assert.equal(redactSecrets(text), '[redacted: private key]\nThe tests pass. All is well here.\n');
  });

  for (const [name, unit] of [
    ['colons', 'a:'],
    ['a URL', `https://${'a'.repeat(50)}`],
    ['schemes', 'a://'],
    ['schemes with a name', 'https://a:'],
    ['beginnings of keys', '-----BEGIN '],
    ['whole beginnings of keys', `-----BEGIN ${privateKey}-----`],
    ['beginnings of keys with a line', `-----BEGIN ${privateKey}-----\n${word(64)}\n`],
    ['letters', 'x'],
    ['digits', '0123456789abcdef'],
    ['beginnings of web tokens', 'eyJ-'],
    ['halves of web tokens', `eyJ${word(12)}.`],
    ['one token right behind another', `AIza${word(35)}`],
    ['keys with words', 'aws_secret_access_key = '],
    ['bearers', 'bearer -'],
    ['equals signs', '='],
    ['URLs without an end', 'https://a:b'],
    ['users', 'https://a:b@'],
    ['at signs', 'https://a:b' + '@'.repeat(90)],
    ['names of users', 'https://a1b2c3d4e5f6g7h8'],
    ['basics', 'basic A'],
    ['headers', 'authorization: basic '],
    ['passwords with slashes', '://a:b/c'],
    ['every sample', Object.values(samples).flat().join(' ')],
  ] as const)
    it(`take time in proportion to the length of ${name}`, () => assertLinear(unit, redactSecrets));
});
