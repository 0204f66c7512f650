// A host of its own process: appends events and tells each that was acknowledged.
import { writeSync } from 'node:fs';
import { append, openStore } from './openStore.ts';

const [, , root, name, count] = process.argv;
if (!root || !name || !count) throw new Error('usage: appender.ts <root> <name> <count>');

const store = await openStore(root);
for (let index = 0; index < Number(count); index += 1) {
  const code = await append(store, `${name}-${index}`, index);
  if (code !== null) throw new Error(code);
  writeSync(1, `${name}-${index}\n`);
}
store.dispose();
