import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Titles of the tests of a file; … stands for what a template puts in. */
const titlesOf = (path: string): readonly string[] =>
  [...textOf(path).matchAll(/\bit\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g)].map(
    ([, single, double, template]) =>
      (template?.replaceAll(/\$\{[^}]*\}/g, '…') ?? single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
  );

describe('the cases from the field', () => {
  const rows = textOf('docs/field-cases.md')
    .split('\n')
    .filter((line) => /^\| [A-J]\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, id = '', what = '', does = '', by = '']) => ({ id, what, does, by }));
  const states = textOf('docs/repositories.md');

  it('have an id of their own and say what MAM does', () => {
    assert.ok(rows.length >= 45, `${rows.length} rows`);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    assert.deepEqual(
      rows.filter(({ what, does }) => what === '' || does === ''),
      [],
    );
  });

  for (const { id, what, by } of rows)
    it(`${id}, ${what}, names tests that are there`, () => {
      const named = [
        ...by.matchAll(/(?:`(?<file>[^`]+)`|\[repositories\.md\]\(repositories\.md\)) “(?<title>[^”]+)”/g),
      ];
      assert.equal(named.map(([whole]) => whole).join('; '), by, 'not in the form of this page');
      assert.ok(named.length > 0);
      for (const { groups: { file, title = '' } = {} } of named)
        if (file === undefined) assert.ok(states.includes(`| **${title}**: `), `no repository ${title}`);
        else assert.ok(titlesOf(file).includes(title), `${file} has no test “${title}”`);
    });
});
