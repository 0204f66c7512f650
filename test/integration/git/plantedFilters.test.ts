import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runProcess } from '../../../src/adapters/process/run.ts';
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

  const places: readonly (readonly [name: string, file: string])[] = [
    ['the repository', 'repo/.git/config'],
    ['a person', '.gitconfig'],
    ['a person, in the other place', '.config/git/config'],
    ['a worktree', 'repo/.git/worktrees/agent/config.worktree'],
    ['what another file includes', 'included'],
  ];
  for (const [name, file] of places)
    it(`asks git what is configured once, and again when the configuration of ${name} says something else`, async () => {
      const root = await buildState('plain', folder());
      let asked = 0;
      const git = openGit(root, {
        run: (spec, signal) => {
          if (spec.argv.includes('--show-origin')) asked += 1;
          return runProcess(spec, signal);
        },
      });
      const seed = must(await git.resolveBase(null)).commit;
      const path = join(folder(), 'agent');
      must(await git.createWorktree({ path, branch: null, commit: seed }));
      await plainGit(root, 'config', 'extensions.worktreeConfig', 'true');
      if (file === 'included') await plainGit(root, 'config', 'include.path', join(folder(), file));
      must(await git.lookShared('keep'));
      const marker = join(folder(), 'marker');
      await mkdir(join(root, '.git/info'), { recursive: true });
      await writeFile(join(root, '.git/info/attributes'), 'a.txt filter=planted\n');
      await writeFile(join(path, 'a.txt'), 'new\n');
      must(await git.capture(path, seed, seed));
      const before = asked;
      must(await git.capture(path, seed, seed));
      if (file !== 'included') assert.equal(asked, before, 'it was asked again for nothing');
      const where = join(folder(), file);
      await mkdir(dirname(where), { recursive: true });
      await writeFile(
        where,
        `${await readFile(where, 'utf8').catch(() => '')}[filter "planted"]\n\tclean = touch '${marker}'; cat\n`,
      );
      await writeFile(join(path, 'a.txt'), 'newer\n');
      const { patch } = must(await git.capture(path, seed, seed));
      assert.match(patch, /^\+newer$/m);
      assert.ok(asked > before);
      await assert.rejects(readFile(marker), { code: 'ENOENT' });
    });
});
