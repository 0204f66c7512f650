import { lstat, readdir, readFile, readlink } from 'node:fs/promises';

/** Everything below a folder but git's own files: by path its kind, its mode and its bytes, so that two equal ones are the same. */
export async function folderSnapshot(root: string | Buffer, below = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const names = await readdir(root, { encoding: 'buffer' });
  for (const bytes of names.toSorted((a, b) => a.compare(b))) {
    // Names need not be text.
    const text = bytes.toString();
    const name = Buffer.from(text).equals(bytes) ? text : `bytes ${bytes.toString('hex')}`;
    if (name === '.git') continue;
    const path = below === '' ? name : `${below}/${name}`;
    const place = Buffer.concat([Buffer.from(root), Buffer.from('/'), bytes]);
    const facts = await lstat(place);
    const mode = (facts.mode & 0o7777).toString(8);
    if (facts.isSymbolicLink()) found[path] = `link ${await readlink(place)}`;
    else if (facts.isDirectory()) Object.assign(found, { [path]: `folder ${mode}` }, await folderSnapshot(place, path));
    else found[path] = `file ${mode} ${(await readFile(place)).toString('base64')}`;
  }
  return found;
}
