import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes a bare repository that only borrows the objects of another one: what is written in it stays in it, and the
 * configuration of the other one, which can name programs, is not known there.
 */
export async function makeBorrower(gitDir: string, objects: string, sha256: boolean): Promise<void> {
  await mkdir(join(gitDir, 'objects/info'), { recursive: true, mode: 0o700 });
  await mkdir(join(gitDir, 'refs'));
  const format = sha256
    ? '\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n'
    : '\trepositoryformatversion = 0\n';
  await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(gitDir, 'config'), `[core]\n\tbare = true\n${format}`);
  // A line of this file that starts with a quote is read as a quoted string.
  const line = /^["#]|\n/.test(objects) ? JSON.stringify(objects) : objects;
  await writeFile(join(gitDir, 'objects/info/alternates'), `${line}\n`);
}
