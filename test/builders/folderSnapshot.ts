import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything below a folder but git's own files: by path its kind, its mode and its bytes, so that two equal ones are the same. */
export async function folderSnapshot(root: string, below = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(join(root, below))).toSorted()) {
    if (name === '.git') continue;
    const path = below === '' ? name : `${below}/${name}`;
    const facts = await lstat(join(root, path));
    const mode = (facts.mode & 0o7777).toString(8);
    if (facts.isSymbolicLink()) found[path] = `link ${await readlink(join(root, path))}`;
    else if (facts.isDirectory()) Object.assign(found, { [path]: `folder ${mode}` }, await folderSnapshot(root, path));
    else found[path] = `file ${mode} ${(await readFile(join(root, path))).toString('base64')}`;
  }
  return found;
}
