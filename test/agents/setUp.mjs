// `node test/agents/setUp.mjs`: installs the agents' command lines that the agents tier drives.
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, main } from '../../scripts/lib/project.mjs';

/** Install scripts are off in general; this one only puts the binary of the platform in its place. */
function placeClaude(folder) {
  const cwd = join(folder, 'node_modules/@anthropic-ai/claude-code');
  const { status, stderr } = spawnSync(process.execPath, ['install.cjs'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`claude-code could not be set up: ${stderr}`);
}

/** The package of one platform holds the program alone, and not its name on the PATH. */
function placeOpencode(folder) {
  const program = join(folder, 'node_modules/opencode-linux-x64/bin/opencode');
  if (existsSync(program)) symlinkSync(program, join(folder, 'node_modules/.bin/opencode'));
}

await main(() => {
  const folder = dirname(fileURLToPath(import.meta.url));
  // Large and with much of its own below it, so that its lock is apart from the agents'.
  ensureInstalled(join(folder, 'omc'), { recipe: 'omc-1', flags: ['--ignore-scripts'] });
  ensureInstalled(folder, {
    recipe: 'agents-3',
    finish: () => {
      placeClaude(folder);
      placeOpencode(folder);
    },
  });
});
