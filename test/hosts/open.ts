// `open.ts FOLDER`: serves VS Code with the packed extension until Ctrl-C, for machines without a desktop VS Code.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/project.mjs';
import { installVsix, makeFolders, startServer, workbenchAddress } from './host.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: open.ts FOLDER');

process.stdout.write('getting VS Code ready: its server is installed the first time, and MAM packed …\n');
execFileSync(process.execPath, [join(root, 'test/hosts/setUp.mjs'), 'newest'], { stdio: 'inherit' });
const base = mkdtempSync(join(tmpdir(), 'mam-vscode-'));
const folders = makeFolders(base);
const vsix = join(base, 'mam.vsix');
// By a process of its own, whose list of files nobody here wants to read.
execFileSync(process.execPath, [join(root, 'test/hosts/packageVsix.ts'), vsix], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
installVsix('newest', folders, vsix);
const server = await startServer({ name: 'newest', folders, trust: true });
process.stdout.write(`VS Code with MAM: ${workbenchAddress(server.authority, folder)}\nCtrl-C ends it.\n`);

// A terminal signals the whole group and npm's scripts pass signals on, so the same one may arrive more than once.
await new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
await server.stop();
rmSync(base, { recursive: true, force: true, maxRetries: 5 });
process.exit();
