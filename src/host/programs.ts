import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { makeStateFolder } from './stateFolder.ts';

/** The programs that outlive a host or run outside it, by absolute path. */
export interface Programs {
  readonly supervisor: string;
  readonly rehearsal: string;
  /** The hook that an agent calls before it uses a tool. */
  readonly guard: string;
  /** The process of an agent's terminal. */
  readonly terminal: string;
  /** The first process of an agent session's place. */
  readonly place: string;
  /** The bundle with the message broker and its client. */
  readonly bus: string;
  /** Folder with the `mam` command, for the PATH of lanes and terminals. */
  readonly bin: string;
}

/** Copied from the installed version: everything that runs outside the host. */
const shipped = [
  'supervisor.cjs',
  'rehearsal-agent.cjs',
  'guard.cjs',
  'agent-terminal.cjs',
  'session-place.cjs',
  'programs.cjs',
  'app.cjs',
  'cli.cjs',
  'event.cjs',
  'mcp.cjs',
  'engine.cjs',
  'bus.cjs',
  'bin/mam',
  'bin/mam.cmd',
  'bin/mam-hook',
  'bin/run_loop.sh',
  'bin/mam-hook-opencode.mjs',
];

/** Names the runtime of the host that copied them, below the folder. */
const runtimeRecord = 'runtime-node';
/** What a host is writing just now, or was killed over; never run. */
const unfinished = /\.\d+\.tmp$/;

interface Shipped {
  readonly name: string;
  readonly bytes: Buffer;
  readonly hash: string;
}

/** A folder of copies, by the version and the hash of what it holds. */
const copied = /-([0-9a-f]{12})$/;

/**
 * Copies the programs to `<state>/runtime/<version>-<hash>/` and returns them from there. An update of MAM, or a rebuild
 * under a running loop, then changes nothing that already runs. A folder that is there already is compared with what
 * ships, byte for byte by hash, and set right where it differs. Fails with `host.incomplete` where a program is missing,
 * with `host.stateFolder` where there can be no folder for them, and with `host.changed` where this MAM runs from copies that are no longer those that were made.
 */
export async function installPrograms(
  from: string,
  state: string,
  version: string,
): Promise<Result<Programs, Problem>> {
  const files = await readShipped(from);
  if (!files.ok) return files;
  const barred = await makeStateFolder(state);
  if (barred) return err(barred);
  const names = files.value.map(({ name, hash }) => ({ name, hash }));
  const hash = digest(JSON.stringify(names)).slice(0, 12);
  const runtime = join(state, 'runtime');
  const made = basename(dirname(from)) === 'runtime' ? copied.exec(basename(from))?.[1] : undefined;
  if (made !== undefined && made !== hash) return err(changed());
  const folder = join(runtime, `${version}-${hash}`);
  if ((await lstat(folder).catch(() => null)) === null) await copyAll(files.value, folder);
  await setRight(files.value, folder);
  await recordRuntime(join(folder, runtimeRecord));
  return ok({
    supervisor: join(folder, 'supervisor.cjs'),
    rehearsal: join(folder, 'rehearsal-agent.cjs'),
    guard: join(folder, 'guard.cjs'),
    terminal: join(folder, 'agent-terminal.cjs'),
    place: join(folder, 'session-place.cjs'),
    bus: join(folder, 'bus.cjs'),
    bin: join(folder, 'bin'),
  });
}

async function readShipped(from: string): Promise<Result<readonly Shipped[], Problem>> {
  const files: Shipped[] = [];
  for (const name of shipped) {
    const bytes = await readFile(join(from, name)).catch(() => null);
    if (bytes === null) return err(incomplete(name));
    files.push({ name, bytes, hash: digest(bytes) });
  }
  return ok(files);
}

/** Copies to a temporary folder first, so that a killed copy is never taken for a whole one. */
async function copyAll(files: readonly Shipped[], folder: string): Promise<void> {
  const temporary = `${folder}.${process.pid}.tmp`;
  await mkdir(join(temporary, 'bin'), { recursive: true, mode: 0o700 });
  // What was read, not what lies there by now.
  for (const { name, bytes } of files) await writeFile(join(temporary, name), bytes, { mode: modeOf(name) });
  // Another host may have been faster; then its copy, which is the same, counts.
  await rename(temporary, folder).catch(async () => rm(temporary, { recursive: true, force: true }));
}

/**
 * Whatever is in the folder but was not shipped goes, for `bin` is on the PATH of lanes, and each file that differs is
 * replaced in one step: a lane that runs from here keeps its paths.
 */
async function setRight(files: readonly Shipped[], folder: string): Promise<void> {
  for (const place of [folder, join(folder, 'bin')])
    if ((await lstat(place).catch(() => null))?.isDirectory() !== true) {
      await rm(place, { recursive: true, force: true });
      await mkdir(place, { recursive: true, mode: 0o700 });
    }
  const own = new Set([...shipped, 'bin', runtimeRecord]);
  for (const place of ['', 'bin/'])
    for (const name of await readdir(join(folder, place)))
      if (!own.has(`${place}${name}`) && !unfinished.test(name))
        await rm(join(folder, place, name), { recursive: true, force: true });
  for (const file of files) if (!(await isWhole(file, folder))) await replace(file, folder);
}

async function isWhole({ name, hash }: Shipped, folder: string): Promise<boolean> {
  const path = join(folder, name);
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true) return false;
  const bytes = await readFile(path).catch(() => null);
  return bytes !== null && digest(bytes) === hash;
}

async function replace({ name, bytes }: Shipped, folder: string): Promise<void> {
  const path = join(folder, name);
  const temporary = `${path}.${process.pid}.tmp`;
  await rm(temporary, { recursive: true, force: true });
  await writeFile(temporary, bytes, { mode: modeOf(name), flag: 'wx' });
  if ((await lstat(path).catch(() => null))?.isDirectory() === true) await rm(path, { recursive: true, force: true });
  await rename(temporary, path);
}

const digest = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

const modeOf = (name: string): number => (name.startsWith('bin/') ? 0o755 : 0o644);

const incomplete = (name: string): Problem =>
  problem('host.incomplete', 'MAM is incomplete: {name} is missing. Install it again.', { name });

const changed = (): Problem =>
  problem(
    'host.changed',
    'The programs that this MAM runs from were changed after they were installed. Open the repository in VS Code, or run mam from its own folder, to install them again.',
  );

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
