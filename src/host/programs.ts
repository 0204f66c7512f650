import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The programs that outlive a host or run outside it, by absolute path. */
export interface Programs {
  readonly supervisor: string;
  readonly rehearsal: string;
  /** The hook that an agent calls before it uses a tool. */
  readonly guard: string;
  /** Folder with the `mam` command, for the PATH of lanes and terminals. */
  readonly bin: string;
}

/** Copied from the installed version: everything that runs outside the host. */
const shipped = [
  'supervisor.cjs',
  'rehearsal-agent.cjs',
  'guard.cjs',
  'cli.cjs',
  'engine.cjs',
  'bin/mam',
  'bin/mam.cmd',
];

/**
 * Copies the programs to `<state>/runtime/<version>-<hash>/` and returns them from there. An update of MAM, or a rebuild
 * under a running loop, then changes nothing that already runs. Copied to a temporary folder first, so that a killed
 * copy is never taken for a whole one.
 */
export async function installPrograms(from: string, state: string, version: string): Promise<Programs> {
  const files: { readonly name: string; readonly hash: string }[] = [];
  for (const name of shipped) {
    const bytes = await readFile(join(from, name)).catch(() => null);
    if (bytes !== null) files.push({ name, hash: createHash('sha256').update(bytes).digest('hex') });
  }
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  const folder = join(state, 'runtime', `${version}-${hash}`);
  if ((await stat(folder).catch(() => null)) === null) {
    const temporary = `${folder}.${process.pid}.tmp`;
    await mkdir(join(temporary, 'bin'), { recursive: true, mode: 0o700 });
    for (const { name } of files) await copyFile(join(from, name), join(temporary, name));
    // Another host may have been faster; then its copy, which is the same, counts.
    await rename(temporary, folder).catch(async () => rm(temporary, { recursive: true, force: true }));
  }
  await readdir(folder);
  await recordRuntime(join(folder, 'runtime-node'));
  return {
    supervisor: join(folder, 'supervisor.cjs'),
    rehearsal: join(folder, 'rehearsal-agent.cjs'),
    guard: join(folder, 'guard.cjs'),
    bin: join(folder, 'bin'),
  };
}

/**
 * Writes down this process's runtime for the `mam` wrapper, which is also called where no host told it one. A record
 * that still works stays; one of an editor that was updated away is replaced.
 */
async function recordRuntime(file: string): Promise<void> {
  const recorded = (await readFile(file, 'utf8').catch(() => '')).trimEnd();
  const works = await access(recorded, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (works) return;
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, `${process.execPath}\n`, { mode: 0o600 });
  await rename(temporary, file);
}
