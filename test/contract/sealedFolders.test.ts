import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('sealed folders on a disk', () => {
  const root = useTempFolder();
  const inside = (path: string): string => join(root(), 'repository', path);
  const outside = (path: string): string => join(root(), 'outside', path);
  const open = () => createNodeFiles({ roots: [join(root(), 'repository')] });
  beforeEach(async () => {
    await mkdir(inside('jobs'), { recursive: true });
    await mkdir(outside(''));
    await writeFile(outside('a.txt'), 'of a person');
  });

  it('takes a sealed folder away wherever a call was cut short, and follows no link', async () => {
    const folder = inside('jobs/one');
    const aside = (how: string): string => inside(`jobs/.one.${how}`);
    const fill = async (): Promise<string> => {
      await mkdir(join(folder, 'empty'), { recursive: true });
      await writeFile(join(folder, 'bytes'), Buffer.from([0, 255]));
      await symlink(outside('a.txt'), join(folder, 'link'));
      return (await open().sealFolder(folder)) ?? '';
    };
    const seal = await fill();
    const clear = async (): Promise<string> => {
      const done = await open().clearFolder(folder, seal);
      return done.ok ? done.value : done.error.code;
    };
    await rename(folder, aside('looked-at'));
    assert.equal(await clear(), 'cleared');
    await fill();
    await rename(folder, aside('cleared'));
    await rm(join(aside('cleared'), 'bytes'));
    assert.equal(await clear(), 'cleared');
    assert.deepEqual(await readdir(inside('jobs')), []);
    await fill();
    await rename(folder, aside('looked-at'));
    await writeFile(join(aside('looked-at'), 'notes.txt'), 'of a person');
    assert.equal(await clear(), 'kept');
    assert.deepEqual(await readdir(inside('jobs')), ['one']);
    await rm(join(folder, 'notes.txt'));
    await rm(join(folder, 'link'));
    await symlink(outside('b.txt'), join(folder, 'link'));
    assert.equal(await clear(), 'kept', 'a link that leads elsewhere');
    await rm(folder, { recursive: true });
    await symlink(outside(''), folder);
    assert.notEqual(await clear(), 'cleared');
    assert.equal(await readFile(outside('a.txt'), 'utf8'), 'of a person');
  });
});
