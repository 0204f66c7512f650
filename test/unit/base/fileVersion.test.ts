import assert from 'node:assert/strict';
import { fileVersion } from '../../../src/base/fileVersion.ts';

const now = 1_000_000;
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n + 7n;
const facts = { dev: 1n, ino: 2n, size: 3n, mtimeNs: ns(500), ctimeNs: ns(now - 101) };

describe('the version of a file', () => {
  it('is the same while nothing changed', () => {
    assert.equal(fileVersion(facts, now), fileVersion({ ...facts }, now + 5000));
  });

  for (const name of ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const)
    it(`tells another ${name}`, () =>
      assert.notEqual(fileVersion({ ...facts, [name]: facts[name] - 1n }, now), fileVersion(facts, now)));

  const unknown: readonly (readonly [what: string, ctimeNs: bigint])[] = [
    ['that changed just before', ns(now - 99)],
    ['of a clock that goes ahead', ns(now + 60_000)],
    ['on a disk that keeps whole seconds', 990_000_000_000n],
  ];
  for (const [what, ctimeNs] of unknown)
    it(`can't be told of a file ${what}`, () => assert.equal(fileVersion({ ...facts, ctimeNs }, now), null));
});
