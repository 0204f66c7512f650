import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

describe('git: filters of the configuration that worktrees share', () => {
  const folder = useTempFolder();

  it('runs no filter that was planted while a lane worked, but those known before, at capture, removal or a look', async () => {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    const seed = must(await git.resolveBase(null)).commit;
    const path = join(folder(), 'agent');
    must(await git.createWorktree({ path, branch: null, commit: seed }));
    const marker = join(folder(), 'marker');
    const config = (key: string, value: string) => plainGit(root, 'config', key, value);
    await config('filter.known.clean', 'tr a-z A-Z');
    must(await git.lookShared('keep'));
    const planted = `touch '${marker}'; cat`;
    await config('filter.known.clean', planted);
    for (const driver of ['planted', 'x=y']) await config(`filter.${driver}.clean`, planted);
    await config('filter.planted.required', 'true');
    await config('filter.process.process', `touch '${marker}'`);
    await mkdir(join(root, '.git/info'), { recursive: true });
    await writeFile(
      join(root, '.git/info/attributes'),
      'a.txt filter=planted\none filter=known\ntwo filter=x=y\nthree filter=process\n',
    );
    for (const name of ['a.txt', 'one', 'two', 'three']) await writeFile(join(path, name), 'new\n');
    await writeFile(join(root, 'a.txt'), 'other\n');
    const { patch } = must(await git.capture(path, seed, seed));
    for (const line of ['+new', '+NEW']) assert.ok(patch.split('\n').includes(line), patch);
    must(await git.lookShared());
    const removed = must(await git.removeWorktree(path, 'planted', []));
    assert.equal((await plainGit(root, 'show', `${removed.rescue}:a.txt`)).trim(), 'new');
    await git.settled();
    await assert.rejects(readFile(marker), { code: 'ENOENT' });
  });
});
