import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from '../../src/core/state.ts';
import { logsFolder, stories } from './record.ts';
import { foldRows, summarise, type Row } from './summarise.ts';

const names = readdirSync(logsFolder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length));
const rowsOf = (name: string): readonly Row[] =>
  readFileSync(join(logsFolder, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Row => JSON.parse(line));
const goldenOf = (name: string): unknown => JSON.parse(readFileSync(join(logsFolder, `${name}.golden.json`), 'utf8'));

const folded = (rows: readonly Row[], from?: State): State => {
  const state = foldRows(rows, from);
  assert.ok(state.ok, state.ok ? '' : state.error.code);
  return state.value;
};

describe('a recorded log', () => {
  it('is there for every story', () => assert.deepEqual(names.toSorted(), Object.keys(stories).toSorted()));

  for (const name of names) {
    it(`${name} still comes to what it came to`, () =>
      assert.deepEqual(JSON.parse(JSON.stringify(summarise(folded(rowsOf(name))))), goldenOf(name)));

    it(`${name} can be gone on with from a snapshot`, () => {
      const rows = rowsOf(name);
      const whole = folded(rows);
      for (let cut = 1; cut < rows.length; cut += Math.ceil(rows.length / 8)) {
        const snapshot: State = JSON.parse(JSON.stringify(folded(rows.slice(0, cut))));
        assert.deepEqual(folded(rows.slice(cut), snapshot), whole, `cut at ${cut}`);
      }
    });

    it(`${name} is refused when a newer MAM wrote one of its events`, () => {
      const rows = rowsOf(name);
      for (const change of [{ v: 99 }, { type: 'somethingNew' }]) {
        const newer = rows.map((row, i) => (i === rows.length - 2 ? { ...row, ...change } : row));
        const state = foldRows(newer);
        assert.equal(!state.ok && state.error.code, 'store.newer');
      }
    });
  }

  it('is refused when an event of it is broken', () => {
    const [first, ...rest] = rowsOf('merged-v1');
    assert.ok(first);
    for (const change of [{ data: '{' }, { data: '[]' }, { v: 0 }]) {
      const state = foldRows([{ ...first, ...change }, ...rest]);
      assert.equal(!state.ok && state.error.code, 'store.unreadable');
    }
  });
});
