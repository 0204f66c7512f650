import assert from 'node:assert/strict';
import { clampPool, type Ground } from '../../../../src/core/autoLoop/clamps.ts';

const good: Ground = { canShareLog: true, isNativeWindows: false, head: { kind: 'at-base' } };
const base = 'main';

describe('what keeps a loop from working on several tasks at once', () => {
  const rows: readonly (readonly [name: string, ground: Partial<Ground>, terms: object, codes: readonly string[]])[] = [
    ['nothing at the base on a local disk', {}, {}, []],
    ['the kill switch', {}, { isKilled: true }, ['pool.killed']],
    ['a file system without shared memory', { canShareLog: false }, {}, ['pool.noLocks']],
    ['native Windows', { isNativeWindows: true }, {}, ['pool.windows']],
    ['a head that is ahead', { head: { kind: 'ahead', base } }, {}, ['pool.headAhead']],
    ['a head that is behind', { head: { kind: 'behind', base } }, {}, ['pool.headBehind']],
    ['a head that diverged', { head: { kind: 'diverged', base } }, {}, ['pool.headDiverged']],
    ['no base', { head: { kind: 'unresolved' } }, {}, ['pool.baseUnknown']],
    ['no head elsewhere where a person allows it', { head: { kind: 'ahead', base } }, { anyHead: true }, []],
    ['no base, whatever a person allows', { head: { kind: 'unresolved' } }, { anyHead: true }, ['pool.baseUnknown']],
    [
      'all of it together',
      { canShareLog: false, isNativeWindows: true, head: { kind: 'diverged', base } },
      { isKilled: true },
      ['pool.killed', 'pool.noLocks', 'pool.windows', 'pool.headDiverged'],
    ],
  ];
  for (const [name, ground, terms, codes] of rows)
    it(name, () => {
      const found = clampPool({ ...good, ...ground }, { isKilled: false, anyHead: false, ...terms });
      assert.deepEqual(
        found.map(({ code }) => code),
        codes,
      );
    });
});
