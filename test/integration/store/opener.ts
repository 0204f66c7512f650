// A host of its own process: says when it starts to open the store, opens it, and waits to be killed or ends.
import { writeSync } from 'node:fs';
import { openStore } from './openStore.ts';

const [, , root] = process.argv;
if (!root) throw new Error('usage: opener.ts <root>');

writeSync(1, 'opening\n');
const store = await openStore(root);
await store.close();
