// `node test/agents/setUp.mjs`: installs the agents' command lines that the agents tier drives.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, main } from '../../scripts/lib/project.mjs';

/** Install scripts are off in general; this one only puts the binary of the platform in its place. */
function placeClaude(folder) {
  const cwd = join(folder, 'node_modules/@anthropic-ai/claude-code');
  const { status, stderr } = spawnSync(process.execPath, ['install.cjs'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`claude-code could not be set up: ${stderr}`);
}

await main(() => {
  const folder = dirname(fileURLToPath(import.meta.url));
  ensureInstalled(folder, { recipe: 'agents-1', finish: () => placeClaude(folder) });
});
