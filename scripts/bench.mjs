// `npm run bench [NAME …]`: measures the built program; test/bench/main.ts prints the table.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, main, nodeBinary, root, runInForeground } from './lib/project.mjs';

await main(() => {
  ensureInstalled();
  ensureBuilt();
  runInForeground(nodeBinary(), [join(root, 'test/bench/main.ts'), ...process.argv.slice(2)]);
});
