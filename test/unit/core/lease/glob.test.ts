import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { covers, headOf, headsMeet, isTooBroad, meet } from '../../../../src/core/lease/glob.ts';

describe('covers', () => {
  const rows: readonly (readonly [glob: string, path: string, expected: boolean])[] = [
    ['a.txt', 'a.txt', true],
    ['a.txt', 'b.txt', false],
    ['a.txt', 'A.txt', false],
    ['src', 'src/deep/file.ts', true],
    ['src/', 'src/file.ts', true],
    ['./src', 'src/file.ts', true],
    ['src//a', 'src/a', true],
    ['src', 'src2/file.ts', false],
    ['src', 'other/src/file.ts', false],
    ['*', 'file', true],
    ['*', 'folder/file', false],
    ['src/*', 'src/a.ts', true],
    ['src/*', 'src/deep/a.ts', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/.ts', true],
    ['src/*.ts', 'src/a.js', false],
    ['packages/*/src', 'packages/one/src/deep/a.ts', true],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['*a*', 'bab', true],
    ['a**b', 'axyb', true],
    ['?.md', 'a.md', true],
    ['?.md', 'ab.md', false],
    ['?.md', '.md', false],
    ['?', '😀', true],
    ['**', 'any/where/at.all', true],
    ['**/a.ts', 'a.ts', true],
    ['**/a.ts', 'x/y/a.ts', true],
    ['src/**', 'src', true],
    ['src/**', 'src/x/y', true],
    ['src/**/test', 'src/test', true],
    ['src/**/test', 'src/x/y/test/a.ts', true],
    ['src/**/**/a', 'src/a', true],
    ['src/{a,b}.ts', 'src/b.ts', true],
    ['src/{a,b}.ts', 'src/c.ts', false],
    ['src/{a,b/c}', 'src/b/c/d', true],
    ['{a,{b,c}}', 'c', true],
    ['src/{,x/}a', 'src/a', true],
    ['{a', '{a', true],
    ['caf\u00e9.md', 'cafe\u0301.md', true],
    ['a[b].ts', 'a[b].ts', true],
    ['a.c', 'abc', false],
    ['', 'a', false],
    ['**', '[id]/*.tsx', true],
  ];
  for (const [glob, path, expected] of rows)
    it(`${glob || '(nothing)'} ${expected ? 'covers' : 'leaves out'} ${path}`, () =>
      assert.equal(covers(glob, path), expected));
});

describe('meet', () => {
  const rows: readonly (readonly [a: string, b: string, expected: boolean])[] = [
    ['a.txt', 'a.txt', true],
    ['a.txt', 'A.TXT', true],
    ['a.txt', 'b.txt', false],
    ['src', 'src/a.ts', true],
    ['src/**', 'src/a.ts', true],
    ['src/**', 'docs/**', false],
    ['*.ts', 'a.*', true],
    ['*.ts', '*.js', false],
    ['src/*', 'src/deep/a.ts', false],
    ['src/*', 'src/deep', true],
    ['**/a', 'b/**', true],
    ['**', 'x', true],
    ['a/**/z', 'a/b/c/z', true],
    ['a/**/z', 'a/b/c/y', true],
    ['a/**/z*', 'a/*/y*', false],
    ['a/**/z', 'b/**/z', false],
    ['{a,b}/x', 'b/*', true],
    ['{a,b}/x', 'c/*', false],
    ['a?', '?b', true],
    ['straße', 'STRASSE', false],
    ['ς', 'Σ', true],
    ['caf\u00e9', 'CAFE\u0301', true],
  ];
  for (const [a, b, expected] of rows)
    it(`${a} and ${b} ${expected ? 'meet' : 'are apart'}, both ways round`, () =>
      assert.deepEqual([meet(a, b), meet(b, a)], [expected, expected]));
});

describe('globs', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'A',
    'ab',
    '*',
    '?',
    'a*',
    '*b',
    '?b',
    '**',
    '{a,b}',
    '{a,b/a}',
    '{A,*}',
    'İ',
    '.',
  );
  const glob = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const path = fc
    .array(fc.constantFrom('a', 'b', 'A', 'ab', 'İ'), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/'));

  it('that cover one path meet', () => {
    let agreed = 0;
    fc.assert(
      fc.property(glob, glob, path, (a, b, p) => {
        if (!covers(a, p) || !covers(b, p)) return;
        agreed += 1;
        assert.ok(meet(a, b), `${a} and ${b} both cover ${p}`);
      }),
      { numRuns: 3000 },
    );
    assert.ok(agreed > 50, `only ${agreed} cases said anything`);
  });

  it('meet symmetrically, and each meets itself', () => {
    fc.assert(
      fc.property(glob, glob, (a, b) => {
        assert.equal(meet(a, b), meet(b, a));
        assert.ok(meet(a, a));
      }),
    );
  });

  it('that have no wildcard meet exactly when one names the other or a folder of it', () => {
    fc.assert(
      fc.property(path, path, (a, b) => {
        const [x, y] = [a.toLowerCase(), b.toLowerCase()];
        assert.equal(meet(a, b), x === y || x.startsWith(`${y}/`) || y.startsWith(`${x}/`));
      }),
    );
  });

  const slow: readonly (readonly [name: string, a: string, b: string])[] = [
    ['stars in a segment', `${'a*'.repeat(100)}b`, `${'a*'.repeat(100)}c`],
    ['double stars', `${'**/a/'.repeat(100)}b*`, `${'**/a/'.repeat(100)}c*`],
    ['open braces', '{'.repeat(1000), 'x'],
  ];
  for (const [name, a, b] of slow)
    it(`with many ${name} are compared at once`, () => {
      const started = performance.now();
      assert.equal(meet(a, b), false);
      assert.equal(covers(a, 'a/'.repeat(100)), false);
      assert.equal(covers(a, 'a'.repeat(200)), false);
      assert.ok(performance.now() - started < 1000);
    });

  it('with too many alternatives cover nothing and meet everything', () => {
    const broad = '{a,b}'.repeat(30);
    assert.deepEqual([isTooBroad(broad), covers(broad, 'a'.repeat(30)), meet(broad, 'x')], [true, false, true]);
    assert.equal(isTooBroad('{a,b}'.repeat(6)), false);
  });
});

describe('heads of globs', () => {
  const part = fc.constantFrom(
    'a',
    'B',
    'b',
    'ΑΣ',
    'ας',
    '*',
    '**',
    'x*',
    '{a,b}',
    '{a,b/c}',
    '?',
    '.',
    'İ',
    'ß',
    'SS',
  );
  const glob = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

  it('never part two globs that meet', () => {
    fc.assert(
      fc.property(glob, glob, (a, b) => !meet(a, b) || headsMeet(headOf(a), headOf(b))),
      { numRuns: 2000 },
    );
  });

  it('part what begins in other folders', () => {
    assert.equal(headsMeet(headOf('src/a/**'), headOf('src/b/c.ts')), false);
    assert.equal(headsMeet(headOf('src/A/**'), headOf('src/a/c.ts')), true);
    assert.equal(headsMeet(headOf('**/a'), headOf('src')), true);
  });
});
