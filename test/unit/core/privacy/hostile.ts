import * as fc from 'fast-check';
import type { PrivacyConfig } from '../../../../src/core/privacy/config.ts';

/** What a team that works on a search engine over private documents would set. */
export const searchLabels: readonly string[] = ['question', 'answer', '^evidence', 'doc_id', 'chunk_id', 'filename'];
export const searchPaths: readonly string[] = ['reports/real100/**', 'reports/real100*/**', 'data/private/**', '.env*'];

const letters = 'aB3xY9kQ7mN2pL5vR8tW1zC4dF6gH0jK';
const marks = [
  '[redacted-local-path]',
  '[redacted-private-value]',
  '[redacted-private-token]',
  '[redacted-private-artifact]',
  '[redacted-email]',
  '[redacted: private key]',
  '[redacted: credentials in URL]',
  '[redacted',
  ']',
];
const glue = [
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\t',
  '\u00a0',
  '\u2028',
  '\0',
  '"',
  "'",
  '`',
  '``',
  '\\',
  '\\n',
  '\\"',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  ':',
  '=',
  ': ',
  ' = ',
  ';',
  ',',
  '.',
  '/',
  '//',
  '-',
  '--',
  '_',
  '@',
  '*',
  '**',
  '- ',
  '> ',
  '1. ',
  '한글',
  '경로',
  'é',
  '\ud800',
  '😀',
  'raw ',
  'raw-',
];
const paths = [
  '/home/kim',
  '/Users/kim/a',
  '/root/x',
  '/private/',
  '/var/folders/a',
  '/Volumes/d',
  'C:\\Users\\',
  'C:/Users/a b/c',
  '/mnt/c/Users/k',
  'reports/',
  'secrets/',
  'data/private/',
  '.env',
  'x.md',
  '../',
  './',
  'a/',
  'file://',
  'https://',
  'kim@example.org',
  'user:pw@host',
];
const secrets = [
  `ghp_${letters.repeat(2)}`,
  `sk-${letters}`,
  `AIza${letters}abc`,
  `AKIA${letters.toUpperCase().slice(0, 16)}`,
  `xoxb-${letters}`,
  'Bearer ',
  letters,
  'AccountKey=',
  `eyJ${letters}.eyJ${letters}.${letters}`,
  'aws_secret_access_key=',
  'hooks.slack.com/services/',
  ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' '),
  ['-----END', 'PRIVATE', 'KEY-----'].join(' '),
];

/** Texts put together from what rules look for, what they leave, and what parts or joins it. */
export function hostileText(config: PrivacyConfig): fc.Arbitrary<string> {
  const words = [
    ...config.labels.map((label) => label.replace('^', '')),
    ...config.paths.map((path) => path.replaceAll('**', 'x.md').replaceAll('*', 'y')),
    ...(config.root === null ? [] : [config.root, `${config.root}/`]),
  ];
  const part = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...glue) },
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 2, arbitrary: fc.constantFrom(...paths) },
    { weight: 2, arbitrary: fc.constantFrom(...secrets) },
    { weight: 2, arbitrary: fc.constantFrom(...marks) },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'binary' }) },
  );
  return fc.array(part, { maxLength: 24 }).map((parts) => parts.join(''));
}
