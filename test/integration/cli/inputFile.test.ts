import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await writeFile(join(root, 'nul.md'), 'a\0b');
    await writeFile(join(root, 'latin.md'), Buffer.from([0x66, 0xe9]));
    await writeFile(join(root, 'most.md'), 'x'.repeat(1024 * 1024));
    await writeFile(join(root, 'large.md'), 'x'.repeat(1024 * 1024 + 1));
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
    ['docs', 'cli.inputKind'],
    ['pipe', 'cli.inputKind'],
    ['nul.md', 'cli.inputNoText'],
    ['latin.md', 'cli.inputNoText'],
    ['most.md', 'x'.repeat(1024 * 1024)],
    ['large.md', 'cli.inputLarge'],
  ];
  for (const [path, answer] of rows)
    it(`${path} is ${answer?.slice(0, 20) ?? 'absent'}`, async () => {
      const found = await readInputFile([root], root, '--claim-text', path);
      assert.equal(found.ok ? found.value : found.error.code, answer);
    });
});
