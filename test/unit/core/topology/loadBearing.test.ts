import assert from 'node:assert/strict';
import { entriesMatcher, usualLoadBearing } from '../../../../src/core/topology/loadBearing.ts';

const original = ['rag_core.py', 'scripts/build_index.py', 'eval/', 'api/', 'docs/adr/'];

describe('load-bearing files', () => {
  const rows: readonly (readonly [string, readonly string[], boolean])[] = [
    ['rag_core.py', original, true],
    ['packages/a/rag_core.py', original, true],
    ['my_rag_core.py', original, false],
    ['rag_core.py/x', original, false],
    ['scripts/build_index.py', original, true],
    ['tools/scripts/build_index.py', original, true],
    ['build_index.py', original, false],
    ['eval/run.py', original, true],
    ['packages/eval/run.py', original, true],
    ['myeval/run.py', original, false],
    ['eval', original, false],
    ['docs/adr/0001.md', original, true],
    ['docs/adr.md', original, false],
    ['src/core/a.ts', ['src/core/**'], true],
    ['x/src/core/a.ts', ['src/core/**'], false],
    ['a/b/c.proto', ['**/*.proto'], true],
    ['c.proto', ['**/*.proto'], true],
    ['src/a.ts', ['./src/a.ts', ''], true],
    ['src/b.ts', ['./src/a.ts', ''], false],
    ['src/a.ts', [], false],
    ['services/web/Dockerfile', usualLoadBearing, true],
    ['.github/workflows/ci.yml', usualLoadBearing, true],
    ['db/migrations/1.sql', usualLoadBearing, true],
    ['src/main.ts', usualLoadBearing, false],
  ];
  for (const [path, entries, expected] of rows)
    it(`${path} is ${expected ? '' : 'not '}among ${entries.slice(0, 2).join(', ')}`, () =>
      assert.equal(entriesMatcher(entries)(path), expected));

  it('are the same in both spellings of an accent', () => {
    assert.equal(entriesMatcher(['r\u00e9sum\u00e9.md'])('docs/re\u0301sume\u0301.md'), true);
  });
});
