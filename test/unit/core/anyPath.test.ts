import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { withoutPaths } from '../../../src/core/privacy/anyPath.ts';

const gone: readonly string[] = [
  '/etc/passwd',
  '/work/repo/a.ts:12',
  'see /tmp/x.',
  '(/opt/tool/bin)',
  '"/srv/a b"',
  '~/notes.md',
  '--config=/etc/x',
  'C:\\Users\\me\\x',
  'd:/data/x',
  '\\\\server\\share\\x',
  'file:///etc/hosts',
  '/.config/x',
];
const kept: readonly string[] = [
  'src/core/a.ts',
  './a/b',
  '../a/b',
  'and/or',
  '1/2',
  'https://example.org/a/b',
  'https://example.org:8080/a',
  'a / b',
  'done: 3/4 tests',
  'at 12:30',
];

describe('a text without absolute paths', () => {
  for (const text of gone)
    it(`loses ${text}`, () => {
      assert.match(withoutPaths(text), /\[redacted-local-path\]/);
      assert.doesNotMatch(withoutPaths(text), /passwd|work|tmp|opt|srv|notes|Users|data|share|hosts|config\//);
    });
  for (const text of kept) it(`keeps ${text}`, () => assert.equal(withoutPaths(text), text));
  it('is the same when it is cleaned again', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.equal(withoutPaths(withoutPaths(text)), withoutPaths(text))));
  });
});
