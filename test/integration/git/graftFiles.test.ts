import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

describe('a base with the tests of a change', () => {
  const folder = useTempFolder();

  it('has them byte for byte and with their modes, also where the base has a link in their way', async () => {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    const outside = join(folder(), 'outside');
    await mkdir(outside);
    await symlink(outside, join(root, 'test'));
    await plainGit(root, 'add', 'test');
    await plainGit(root, 'commit', '--quiet', '--message', 'A link');
    const base = must(await git.resolveBase(null)).commit;
    await plainGit(root, 'checkout', '--quiet', '-b', 'work');
    await plainGit(root, 'rm', '--quiet', 'test');
    await mkdir(join(root, 'test'));
    const bytes = Buffer.from([0, 255, 254, 13, 10, 195, 40]);
    await writeFile(join(root, 'test/data.bin'), bytes);
    await writeFile(join(root, 'test/run.sh'), '#!/bin/sh\r\nexit 1\n', { mode: 0o755 });
    await symlink('data.bin', join(root, 'test/link'));
    await plainGit(root, 'add', '--all');
    await plainGit(root, 'commit', '--quiet', '--message', 'Tests');
    const head = must(await git.refs(['refs/heads/work']))['refs/heads/work'] ?? '';
    const paths = ['test/data.bin', 'test/run.sh', 'test/link'];
    const made = must(await git.graftFiles({ commit: base, from: head, paths }));
    const path = join(folder(), 'grafted');
    must(await git.createWorktree({ path, branch: null, commit: made.commit }));
    assert.deepEqual(await readFile(join(path, 'test/data.bin')), bytes);
    assert.equal((await lstat(join(path, 'test/run.sh'))).mode & 0o111, 0o111);
    assert.equal(await readFile(join(path, 'test/run.sh'), 'latin1'), '#!/bin/sh\r\nexit 1\n');
    assert.ok((await lstat(join(path, 'test/link'))).isSymbolicLink());
    assert.ok((await lstat(join(path, 'test'))).isDirectory());
    assert.deepEqual(await git.removeWorktree(path, 'grafted', [made.tree]), { ok: true, value: { rescue: null } });
  });
});
