import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  link,
  lstat,
  mkdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import { walk, type Entry, type OwnFiles } from './ownFiles.ts';
import type { Place } from './place.ts';
import { readText } from './readText.ts';

/** What lies beside the kept files of a worktree. */
export interface Manifest {
  readonly version: 1;
  /** Of the ref, below `refs/mam/rescue/`. */
  readonly name: string;
  readonly path: string;
  readonly branch: string | null;
  readonly head: string | null;
  /** Tree of what was staged; null when conflicts kept it from being written. */
  readonly staged: string | null;
  /** Tracked files that were not there. */
  readonly deleted: readonly string[];
  /** Modes of what git does not give back as they were: tracked files and folders, by path. */
  readonly modes: Readonly<Record<string, number>>;
  readonly entries: readonly Entry[];
}

/** Where the files of a copy lie: a folder of its own, whatever characters its name has. */
export const archiveFolder = (commonDir: string, name: string): string =>
  join(commonDir, 'mam/rescued', createHash('sha256').update(name).digest('hex').slice(0, 32));

/** Null when there is none, or none that is whole. */
export async function readManifest(commonDir: string, name: string): Promise<Manifest | null> {
  const text = await readText(join(archiveFolder(commonDir, name), 'manifest.json'));
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return isManifest(value) && value.name === name ? value : null;
  } catch {
    return null;
  }
}

const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1 && 'entries' in value;

/**
 * Keeps the own files of a worktree as they are: the very files where the disk allows it, so that neither their size nor
 * their number of bytes costs time, else copies. Whole or not there: it is made beside its place and renamed. The same
 * call after a crash finds what is there. False, and nothing is kept, where a name is no text that a manifest could hold.
 */
export async function archive(
  calls: Calls,
  { place, commonDir, own }: { readonly place: Place; readonly commonDir: string; readonly own: OwnFiles },
  about: Pick<Manifest, 'name' | 'path' | 'branch' | 'head' | 'staged'>,
): Promise<Result<boolean, Problem>> {
  if ((await readManifest(commonDir, about.name)) !== null) return ok(true);
  const modes = await oddModes(calls, place);
  if (!modes.ok) return modes;
  const root = place.cwd;
  const { entries, odd } = await walk(root, [...own.changed, ...own.untracked, ...own.ignored]);
  if (odd) return ok(false);
  const folder = archiveFolder(commonDir, about.name);
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, 'files'), { recursive: true, mode: 0o700 });
  for (const entry of entries) await keep(join(root, entry.path), join(draft, 'files', entry.path), entry);
  await cp(join(place.gitDir, 'index'), join(draft, 'index')).catch(() => undefined);
  const manifest: Manifest = {
    version: 1,
    ...about,
    deleted: own.deleted,
    modes: { ...modes.value, ...(await foldersAbove(root, entries)) },
    entries,
  };
  await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest), { mode: 0o600 });
  await rename(draft, folder);
  return ok(true);
}

/** Folders are kept writable for us; their own modes are in the manifest. */
async function keep(from: string, to: string, { kind, mode }: Entry): Promise<void> {
  if (kind === 'folder') {
    await mkdir(to, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  if (kind === 'link') return symlink(await readlink(from), to);
  try {
    await link(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || error.code === 'ENOENT') throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await chmod(to, mode);
  }
}

/** Git gives these two back by itself. */
const usual: ReadonlySet<number> = new Set([0o644, 0o755]);

/** Modes of tracked files that git would not give back. */
async function oddModes(calls: Calls, place: Place): Promise<Result<Record<string, number>, Problem>> {
  const listed = await calls.must('read the index', {
    at: place,
    args: ['ls-files', '-z'],
    maxBytes: 256 * 1024 * 1024,
  });
  if (!listed.ok) return listed;
  const paths = splitNul(listed.value.out);
  const found = await Promise.all(
    paths.map(async (path) => [path, await lstat(join(place.cwd, path)).catch(() => null)] as const),
  );
  return ok(
    Object.fromEntries(
      found.flatMap(([path, facts]) => {
        const mode = facts?.isFile() === true ? facts.mode & 0o7777 : 0o644;
        return usual.has(mode) ? [] : [[path, mode]];
      }),
    ),
  );
}

async function foldersAbove(root: string, entries: readonly Entry[]): Promise<Record<string, number>> {
  const above = new Set(
    entries.flatMap(({ path }) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
  );
  above.delete('');
  const modes: Record<string, number> = {};
  for (const path of above) {
    const mode = (await lstat(join(root, path))).mode & 0o7777;
    if (mode !== 0o755) modes[path] = mode;
  }
  return modes;
}

export const readArchived = (folder: string): Promise<Buffer | null> =>
  readFile(join(folder, 'index')).catch(() => null);
