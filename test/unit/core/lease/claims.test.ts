import assert from 'node:assert/strict';
import {
  normaliseClaim,
  normaliseClaims,
  outside,
  overlap,
  wholeRepository,
} from '../../../../src/core/lease/claims.ts';

describe('normaliseClaim', () => {
  const rows: readonly (readonly [text: string, expected: string | null])[] = [
    ['.git/config', null],
    ['./.GIT/**', null],
    ['sub/.git', null],
    ['.github/**', '.github/**'],
    ['.gitignore', '.gitignore'],
    ['src/a.ts', 'src/a.ts'],
    ['  src/a.ts ', 'src/a.ts'],
    ['./src/./a.ts', 'src/a.ts'],
    ['src//', 'src'],
    ['src\\win\\a.ts', 'src/win/a.ts'],
    ['**', '**'],
    ['..', null],
    ['../a', null],
    ['src/../../a', null],
    ['src\\..\\..\\a', null],
    ['docs/plans/../../src/**', null],
    ['/etc/passwd', null],
    ['\\\\server\\share', null],
    ['C:\\x', null],
    ['c:x', null],
    ['', null],
    ['.', null],
    ['./', null],
    ['   ', null],
    ['{a,b}'.repeat(30), null],
    ['..a/b..', '..a/b..'],
  ];
  for (const [text, expected] of rows)
    it(`reads ${JSON.stringify(text.slice(0, 30))} as ${expected ?? 'no claim'}`, () =>
      assert.equal(normaliseClaim(text), expected));

  it('names the first of several that is none, and refuses none at all', () => {
    const bad = normaliseClaims(['a', '../b', '/c']);
    assert.equal(!bad.ok && bad.error.params['claim'], '../b');
    assert.equal(normaliseClaims([]).ok, false);
    assert.deepEqual(normaliseClaims(['./a', 'b/']), { ok: true, value: ['a', 'b'] });
  });
});

describe('overlap', () => {
  const rows: readonly (readonly [name: string, a: readonly string[], b: readonly string[], clash: boolean])[] = [
    ['the same file', ['a'], ['b', 'a'], true],
    ['disjoint files', ['a', 'c'], ['b', 'd'], false],
    ['the queue as context of both', ['tasks/queue.md'], ['tasks/queue.md'], false],
    ['plans as context of both', ['docs/plans/x.md', 'a'], ['docs/plans/x.md', 'b'], false],
    ['a whole context folder', ['docs/plans'], ['docs/plans/**'], false],
    ['the loop reports', ['reports/agent_loop/**'], ['reports/agent_loop/active/x'], false],
    ['a mixed claim that keeps its real file', ['tasks/queue.md', 'a'], ['docs/plans/x.md', 'a'], true],
    ['a folder above the context', ['docs'], ['docs/plans/x.md'], false],
    ['two folders above the context', ['docs'], ['docs/**'], true],
    ['the whole repository with any file', wholeRepository, ['a'], true],
    ['the whole repository with context only', wholeRepository, ['tasks/queue.md'], false],
    ['the whole repository twice', wholeRepository, wholeRepository, true],
    ['nothing', [], ['**'], false],
    ['other spelling of one file', ['SRC/a'], ['src/A'], true],
  ];
  for (const [name, a, b, clash] of rows)
    it(`finds ${clash ? 'a clash' : 'none'} for ${name}`, () => {
      assert.equal(overlap(a, b) !== null, clash);
      assert.equal(overlap(b, a) !== null, clash);
    });

  it('names the pair', () => assert.deepEqual(overlap(['x', 'src'], ['y', 'src/a']), { a: 'src', b: 'src/a' }));
});

describe('outside', () => {
  it('lists what no claim covers, and does not forgive another case', () => {
    assert.deepEqual(outside(['src/**', 'a.md'], ['src/x', 'a.md', 'A.md', 'b']), ['A.md', 'b']);
  });
});
