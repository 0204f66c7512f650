// `open.ts FOLDER`: serves VS Code with the packed extension until Ctrl-C, for machines without a desktop VS Code.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/project.mjs';
import { installVsix, makeFolders, startServer, workbenchAddress } from './host.ts';
import { packageVsix } from './packageVsix.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: open.ts FOLDER');

execFileSync(process.execPath, [join(root, 'test/hosts/setUp.mjs'), 'newest'], { stdio: 'inherit' });
const base = mkdtempSync(join(tmpdir(), 'mam-vscode-'));
const folders = makeFolders(base);
installVsix('newest', folders, await packageVsix(join(base, 'mam.vsix')));
const server = await startServer({ name: 'newest', folders, trust: true });
process.stdout.write(`VS Code with MAM: ${workbenchAddress(server.authority, folder)}\nCtrl-C ends it.\n`);

// A terminal signals the whole group and npm's scripts pass signals on, so the same one may arrive more than once.
await new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
await server.stop();
rmSync(base, { recursive: true, force: true, maxRetries: 5 });
process.exit();
