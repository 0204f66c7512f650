import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, delimiter, isAbsolute, join } from 'node:path';

/**
 * The absolute path of the first of some programs: one named by an absolute path must be there, any other on the PATH
 * of `env`. Null when none is. Relative entries of
 * PATH are skipped: they would find programs inside the worktree.
 */
export async function findProgram(
  names: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD').split(';') : [''];
  for (const name of names) {
    if (isAbsolute(name) && (await isProgram(name))) return name;
    if (name !== basename(name)) continue;
    for (const folder of folders)
      for (const ending of endings) {
        const path = join(folder, name + ending);
        if (await isProgram(path)) return path;
      }
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
