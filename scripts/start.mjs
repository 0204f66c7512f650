// `npm start [PATH …]`: from a fresh clone to the running program. Without arguments it shows the sample repository.
import { join } from 'node:path';
import { personEnvironment } from './lib/personEnvironment.mjs';
import { ensureBuilt, ensureInstalled, main, nodeBinary, root, runInForeground } from './lib/project.mjs';

await main(() => {
  ensureInstalled();
  ensureBuilt();
  const args = process.argv.slice(2);
  runInForeground(nodeBinary(), [join(root, 'dist/cli.cjs'), 'start', ...(args.length > 0 ? args : ['--sample'])], {
    // A path is meant from where the person called npm.
    cwd: process.env['INIT_CWD'] ?? root,
    env: personEnvironment(process.env),
  });
});
