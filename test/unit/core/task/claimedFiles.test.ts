import assert from 'node:assert/strict';
import { claimedFiles } from '../../../../src/core/task/claimedFiles.ts';

const tracked = ['a.txt', 'docs/a.md', 'docs/adr/b.md', 'src/x.ts'];

describe('the files that a task claims', () => {
  const rows: readonly (readonly [readonly string[], readonly string[], readonly string[]])[] = [
    [[], [], []],
    [['a.txt'], ['a.txt'], []],
    [['new.txt'], ['new.txt'], []],
    [['docs/'], ['docs/a.md', 'docs/adr/b.md'], []],
    [['src/new/'], ['src/new/'], ['src/new/']],
    [['docs'], ['docs/a.md', 'docs/adr/b.md'], []],
    [['docs/**', 'docs/a.md'], ['docs/a.md', 'docs/adr/b.md'], []],
    [['{src,docs}/*'], ['docs/a.md', 'src/x.ts'], []],
    [['**'], tracked, []],
    [['lib/**', 'a.txt'], ['lib/**', 'a.txt'], ['lib/**']],
  ];
  for (const [claims, files, unknown] of rows)
    it(`of ${claims.join(', ') || 'nothing'} are ${files.join(', ') || 'none'}`, () =>
      assert.deepEqual(claimedFiles(claims, tracked), { files, unknown }));

  it('are not known for a claim of more than anybody could name', () => {
    const many = Array.from({ length: 5001 }, (_, i) => `src/${i}.ts`);
    assert.deepEqual(claimedFiles(['src/**'], many), { files: ['src/**'], unknown: ['src/**'] });
  });
});
