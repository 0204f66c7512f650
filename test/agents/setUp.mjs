// `node test/agents/setUp.mjs`: installs the agents' command lines that the agents tier drives.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, main } from '../../scripts/lib/project.mjs';

/** Install scripts are off in general; these only put the binary of the platform in its place. */
const placements = [
  { of: '@anthropic-ai/claude-code', script: 'install.cjs' },
  { of: 'opencode-ai', script: 'postinstall.mjs' },
];

function place(folder) {
  for (const { of, script } of placements) {
    const cwd = join(folder, 'node_modules', of);
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${of} could not be set up: ${stderr}`);
  }
}

await main(() => {
  const folder = dirname(fileURLToPath(import.meta.url));
  ensureInstalled(folder, { recipe: 'agents-2', finish: () => place(folder) });
});
