import assert from 'node:assert/strict';
import { claimPolicy } from '../../../../src/core/claim/policy.ts';
import { usualWords } from '../../../../src/core/claim/usualWords.ts';
import { classify } from '../../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';

describe('what may be claimed about a change', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['src/a.ts', ['performance', 'quality', 'benchmark']],
    ['docs/a.md', []],
    ['.github/workflows/x.yml', []],
    ['data/private/x', []],
    ['a.bin', []],
  ];
  for (const [file, proven] of rows)
    it(`of ${file}: ${proven.join() || 'nothing'}`, () => {
      const rules = claimPolicy(classify([file], usualSurfaces, []), Object.values(usualWords));
      assert.deepEqual(
        rules.filter((rule) => rule.allowed === 'proven').map((rule) => rule.kind),
        proven,
      );
      assert.ok(rules.every((rule) => rule.words.length > 0));
    });
});
