import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isAllowed, parseCheck } from '../../../../src/core/evidence/checks.ts';

describe('parseCheck', () => {
  const words: readonly (readonly [line: string, argv: readonly string[]])[] = [
    ['npm test', ['npm', 'test']],
    ['  npm \t test  ', ['npm', 'test']],
    [`node -e 'console.log("a b")'`, ['node', '-e', 'console.log("a b")']],
    [`echo "it's"`, ['echo', "it's"]],
    [`echo ''`, ['echo', '']],
    [`echo a"b c"d'e f'`, ['echo', 'ab cde f']],
    ['echo a\\ b', ['echo', 'a b']],
    ['echo \\$HOME', ['echo', '$HOME']],
    [`echo '$HOME *'`, ['echo', '$HOME *']],
    [`echo "a;b|c>d"`, ['echo', 'a;b|c>d']],
    ['make -j2 NAME=value', ['make', '-j2', 'NAME=value']],
    ['pytest -k test_a::b', ['pytest', '-k', 'test_a::b']],
  ];
  for (const [line, argv] of words) it(`splits ${line}`, () => assert.deepEqual(parseCheck(line), { line, argv }));

  const shell = [
    'a | b',
    'a && b',
    'a; b',
    'a > b',
    'a < b',
    '(a)',
    'echo $HOME',
    'echo `id`',
    'ls *',
    'ls a?',
    'ls [ab]',
    'ls {a,b}',
    'ls ~',
    '# comment',
    'a # b',
    '! a',
    'echo "$HOME"',
    'echo "`id`"',
    'echo "a\\"b"',
    "echo 'open",
    'echo "open',
    'NAME=value npm test',
    `'' test`,
    '"" test',
    'npm test \\',
    '',
    '   ',
  ];
  for (const line of shell)
    it(`runs no ${JSON.stringify(line)}`, () => assert.deepEqual(parseCheck(line), { line, argv: [] }));

  it('gives back every vector that was quoted', () => {
    const word = fc.string({ minLength: 1 }).filter((text) => !/['\\\n]/.test(text) && !text.includes('='));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (argv) =>
        assert.deepEqual(parseCheck(argv.map((one) => `'${one}'`).join(' ')).argv, argv),
      ),
    );
  });

  it('reads any line without an error', () => {
    fc.assert(fc.property(fc.string(), (line) => void parseCheck(line)));
  });
});

describe('isAllowed', () => {
  const check = parseCheck('npm test');
  const rows: readonly (readonly [allowed: readonly (readonly string[])[], expected: boolean])[] = [
    [[['npm', 'test']], true],
    [[['npm']], false],
    [[['npm', 'test', '--', 'x']], false],
    [[['npm test']], false],
    [[['NPM', 'test']], false],
    [[], false],
    [[['a'], ['npm', 'test']], true],
  ];
  for (const [allowed, expected] of rows)
    it(`${expected ? 'allows' : 'refuses'} it by ${JSON.stringify(allowed)}`, () =>
      assert.equal(isAllowed(check, allowed), expected));
});
