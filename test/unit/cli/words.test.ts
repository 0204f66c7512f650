import assert from 'node:assert/strict';
import { createPaint, pad, plainPaint, printable, width } from '../../../src/cli/paint.ts';
import { commandLine, shellWord } from '../../../src/base/shellWord.ts';
import { languageOf } from '../../../src/cli/translate.ts';
import { variableOf } from '../../../src/cli/settings.ts';
import { checkHash } from '../../../src/cli/checkHash.ts';
import { parseCheck } from '../../../src/core/evidence/checks.ts';

describe('words for a terminal', () => {
  it('lets no text steer it', () => {
    assert.equal(printable('a\u001b[2Jb\rc\u0007\u202ed'), 'a·[2Jb·c··d');
    assert.equal(printable('한글 é\n\tx'), '한글 é\n\tx');
  });

  const widths = [
    { text: 'abc', columns: 3 },
    { text: '한글', columns: 4 },
    { text: 'e\u0301', columns: 1 },
    { text: '作業 a', columns: 6 },
  ];
  for (const { text, columns } of widths)
    it(`counts ${columns} columns for ${text}`, () => {
      assert.equal(width(text), columns);
      assert.equal(width(pad(text, 10)), 10);
    });

  it('says the same with and without colour', () => {
    const [plain, colour] = [plainPaint, createPaint()];
    for (const name of ['good', 'bad', 'warn', 'dim', 'bold'] as const) {
      assert.equal(plain[name]('x'), 'x');
      const parts = colour[name]('x').split('\u001b[');
      assert.deepEqual([parts.length, parts[1]?.endsWith('mx'), parts[2]?.endsWith('m')], [3, true, true]);
    }
  });

  it('quotes a word so that a shell gives it back', () => {
    assert.equal(shellWord('/a/b-c.d'), '/a/b-c.d');
    assert.equal(shellWord("it's here"), String.raw`'it'\''s here'`);
    assert.equal(shellWord('=ls'), "'=ls'");
    assert.equal(
      commandLine(['mam', 'gate', '--branch', 'feat/issue-7-$(touch${IFS}pwned)', '`x`;&|<>\n', '']),
      "mam gate --branch 'feat/issue-7-$(touch${IFS}pwned)' '`x`;&|<>\n' ''",
    );
  });

  const locales = [
    { env: { LANG: 'ko_KR.UTF-8' }, language: 'ko' },
    { env: { LANG: 'ko' }, language: 'ko' },
    { env: { LC_ALL: 'en_US.UTF-8', LANG: 'ko_KR.UTF-8' }, language: null },
    { env: { LC_ALL: '', LANG: 'ko_KR' }, language: 'ko' },
    { env: { LANG: 'kok_IN' }, language: null },
    { env: {}, language: null },
  ];
  for (const { env, language } of locales)
    it(`speaks ${language ?? 'English'} for ${JSON.stringify(env)}`, () => assert.equal(languageOf(env), language));

  it('names a setting’s variable', () => {
    assert.equal(variableOf('mam.lanes.timeoutMinutes'), 'MAM_LANES_TIMEOUT_MINUTES');
    assert.equal(variableOf('mam.checks.required'), 'MAM_CHECKS_REQUIRED');
  });

  it('gives commands that differ in any word different hashes', () => {
    const hashes = ['npm test', "'npm test'", 'npm  test', 'npm test x'].map((line) =>
      checkHash(parseCheck(line).argv),
    );
    assert.equal(new Set(hashes).size, 3);
    assert.equal(hashes[0], hashes[2]);
  });
});
