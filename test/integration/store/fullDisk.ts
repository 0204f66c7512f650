// Fills the small disk at the given folder with events, makes space again, and prints what happened.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { append, openStore, runsOf } from './openStore.ts';

const [, , root] = process.argv;
if (!root) throw new Error('usage: fullDisk.ts <root>');

const ballast = join(root, 'ballast');
await writeFile(ballast, Buffer.alloc(300_000));
const store = await openStore(root);
let appended = 0;
let first: string | null = null;
for (; first === null && appended < 2_000; appended += 1)
  first = await append(store, `${appended}-${'x'.repeat(2_000)}`, appended);
const kept = (await runsOf(store)).length === appended - 1;
const { ok: verified } = await store.verify();
await rm(ballast);
const after = await append(store, 'after');
process.stdout.write(JSON.stringify({ first, kept, verified, after }));
store.dispose();
