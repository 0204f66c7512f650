import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInputFile } from '../../../src/cli/inputFile.ts';

describe('a file that an option names', () => {
  let folder: string;
  let root: string;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'mam-input-')));
    root = join(folder, 'repository');
    await mkdir(join(root, 'docs'), { recursive: true });
    await writeFile(join(root, 'docs/claim.md'), 'It works.');
    await writeFile(join(folder, 'secret.md'), 'Private.');
    await symlink(join(folder, 'secret.md'), join(root, 'docs/link.md'));
    await symlink(folder, join(root, 'out'));
    await symlink(join(root, 'docs/claim.md'), join(root, 'inner.md'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const rows: readonly (readonly [path: string, answer: string | null])[] = [
    ['docs/claim.md', 'It works.'],
    ['inner.md', 'It works.'],
    ['docs/none.md', null],
    ['none/at/all.md', null],
    ['../secret.md', 'cli.inputOutside'],
    ['docs/link.md', 'cli.inputOutside'],
    ['out/secret.md', 'cli.inputOutside'],
    ['out/none.md', 'cli.inputOutside'],
    ['/tmp/x.md', 'cli.inputOutside'],
    ['.', 'cli.inputOutside'],
    ['docs', 'cli.inputUnreadable'],
  ];
  for (const [path, answer] of rows)
    it(`${path} is ${answer ?? 'absent'}`, async () => {
      const found = await readInputFile([root], root, '--claim-text', path);
      assert.equal(found.ok ? found.value : found.error.code, answer);
    });
});
