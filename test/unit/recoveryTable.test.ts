import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { recovery, type Recovery } from '../../src/core/effect.ts';

/** What a row has to say, by how its effect is recovered. */
const words: Readonly<Record<Recovery, RegExp>> = {
  retry: /^run again: /,
  inspect: /^look first\b/,
  ask: /^never again by itself: /,
};

describe('the table of recovery in the decisions', () => {
  const text = readFileSync(new URL('../../docs/decisions.md', import.meta.url), 'utf8');
  const rows = (/\n## Recovery\n(.*?)\n## /s.exec(text)?.[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, kinds = '', what = '']) => kinds.split(', ').map((kind) => [kind, what] as const));

  it('names every effect once and no other', () => {
    assert.deepEqual(rows.map(([kind]) => kind).toSorted(), Object.keys(recovery).toSorted());
  });

  for (const [kind, way] of Object.entries(recovery))
    it(`says of ${kind} what is done`, () => {
      const [, what = ''] = rows.find(([name]) => name === kind) ?? [];
      assert.match(what, words[way]);
    });
});
