import assert from 'node:assert/strict';
import { normaliseChangedFile, outsideRepository } from '../../../../src/core/surface/changedFiles.ts';

describe('changed files', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    [' `src/a.ts` ', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src//./b/../a.ts', 'src/a.ts'],
    ['/repo/src/a.ts', 'src/a.ts'],
    ['/repo', null],
    ['/repository/a.ts', outsideRepository],
    ['/etc/passwd', outsideRepository],
    ['../x', outsideRepository],
    ['src/../../x', outsideRepository],
    ['/repo/../x', outsideRepository],
    ['C:\\other\\a.ts', outsideRepository],
    ['src\\a.ts', 'src/a.ts'],
    ['', null],
    [' `` ', null],
    ['.gitignore', '.gitignore'],
  ];
  for (const [text, expected] of rows)
    it(`read ${JSON.stringify(text)} as ${expected}`, () =>
      assert.equal(normaliseChangedFile(text, '/repo'), expected));
});
