// Writes to a small disk until it is full, and prints what is left.
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';

const [, , root] = process.argv;
if (!root) throw new Error('usage: fullDiskFiles.ts <root>');

const files = createNodeFiles({ roots: [root] });
const [whole, lines, ballast] = [join(root, 'a.txt'), join(root, 'b.jsonl'), join(root, 'ballast')];
const large = 'x'.repeat(1_000_000);
const results = [await files.write(whole, 'old'), await files.appendLines(lines, ['old'])];
await writeFile(ballast, '');
results.push(await files.write(whole, large), await files.appendLines(lines, [large]));
const texts = await Promise.all([whole, lines].map((path) => readFile(path, 'utf8')));
const names = (await readdir(root)).toSorted();
await rm(ballast);
const after = await files.write(whole, 'new');
const codes = results.map((result) => (result.ok ? 'done' : result.error.code));
process.stdout.write(JSON.stringify({ codes, texts, names, after: after.ok ? 'done' : after.error.code }));
