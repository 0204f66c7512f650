// Programs that come from the system, not from npm.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function hasCommand(name) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const APT = '/usr/bin/apt-get';
const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0 && existsSync(APT);

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(APT, ['-qq', ...args], { env, stdio: 'ignore' }).status === 0;
}

/** Installs what is missing where that is allowed; returns the commands that are still missing. */
export function ensureCommands(commands) {
  const missing = commands.filter((command) => !hasCommand(command));
  if (missing.length === 0 || !canInstall()) return missing;
  console.log(`installing ${missing.join(', ')} …`);
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...missing);
  return missing.filter((command) => !hasCommand(command));
}
