// `npm run vscode [PATH]`: VS Code with the extension from this folder, on the sample repository by default.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled, main, nodeBinary, root, runInForeground } from './lib/project.mjs';
import { personEnvironment } from './lib/personEnvironment.mjs';
import { hasCommand } from './lib/system.mjs';

function makeSample(base) {
  const folder = join(base, 'sample');
  const args = [join(root, 'dist/cli.cjs'), 'sample', folder];
  const made = spawnSync(nodeBinary(), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (made.status !== 0) throw new Error('The sample repository could not be made.');
  return folder;
}

await main(() => {
  ensureInstalled();
  ensureBuilt();
  const [path] = process.argv.slice(2);
  const base = mkdtempSync(join(tmpdir(), 'mam-sample-'));
  const folder = path ? resolve(process.env['INIT_CWD'] ?? '.', path) : makeSample(base);
  const [command, ...args] = hasCommand('code')
    ? ['code', `--extensionDevelopmentPath=${root}`, '--new-window', '--wait', folder]
    : [nodeBinary(), join(root, 'test/hosts/open.ts'), folder];
  console.log('In VS Code: trust the folder, then click the MAM icon at the side.');
  runInForeground(command, args, {
    env: personEnvironment(process.env),
    onEnd: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
  });
});
