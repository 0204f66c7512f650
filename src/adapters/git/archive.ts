import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { readRescueManifest, type RescueManifest } from '../../protocol/rescueManifest.ts';
import type { Calls } from './calls.ts';
import { noManifest, notKept } from './keptProblems.ts';
import { createLimit } from './limit.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { readText } from './readText.ts';
import { trackedPaths, treeModes } from './treeModes.ts';
import { below, unseen, walk, type Entry } from './walk.ts';

/** What is to be kept of a worktree: paths below it, asked anew as long as they change. */
export interface Wishes {
  readonly paths: readonly string[];
  readonly deleted: readonly string[];
}

export interface ArchiveSpec {
  /** Null when the folder is gone: only what lies below git's own one is kept then. */
  readonly place: Place | null;
  /** Git's folder of the worktree. */
  readonly gitDir: string;
  readonly commonDir: string;
  readonly list: () => Promise<Result<Wishes, Problem>>;
  /** Whether the repositories of submodules are kept, too. */
  readonly modules: boolean;
}

type About = Pick<RescueManifest, 'name' | 'path' | 'branch' | 'head' | 'staged'>;

/** Where the files of a copy lie: a folder of its own, whatever characters its name has. */
export const archiveFolder = (commonDir: string, name: string): string =>
  join(commonDir, 'mam/rescued', createHash('sha256').update(name).digest('hex').slice(0, 32));

/** Null when there is no archive of this name. One that can't be read is a problem: its files are there. */
export async function readManifest(commonDir: string, name: string): Promise<Result<RescueManifest | null, Problem>> {
  const folder = archiveFolder(commonDir, name);
  const there = await readdir(folder).catch(() => null);
  if (there === null) return ok(null);
  const text = await readText(join(folder, 'manifest.json'));
  const manifest = text === null ? null : readRescueManifest(text);
  return manifest?.name === name ? ok(manifest) : err(noManifest(name, folder));
}

/** How often it is read at most until two readings agree. */
const readings = 4;
/** Copies under way at once: they wait for the disk. */
const atOnce = 8;

/**
 * Keeps files of a worktree as they are, as copies that nobody else has open; where the disk can share their blocks, they
 * take no room. It is read again until nothing changed meanwhile (`capture.unstable` when that never is so). Whole or not
 * there: it is made beside its place and renamed. False when another archive has this name; the same one is found again.
 */
export async function archive(calls: Calls, spec: ArchiveSpec, about: About): Promise<Result<boolean, Problem>> {
  const folder = archiveFolder(spec.commonDir, about.name);
  const draft = `${folder}.draft`;
  await removeDrafts(dirname(folder));
  try {
    for (let reading = 0; reading < readings; reading += 1) {
      await rm(draft, { recursive: true, force: true });
      const before = await look(calls, spec);
      if (!before.ok) return before;
      const { manifest, index } = before.value;
      const earlier = await readManifest(spec.commonDir, about.name);
      if (!earlier.ok) return ok(false);
      if (earlier.value !== null) return ok(await isSame(folder, earlier.value, { ...about, ...manifest }, index));
      await copyAll(spec, draft, before.value);
      const after = await look(calls, spec);
      if (!after.ok) return after;
      if (after.value.sign !== before.value.sign) continue;
      await writeWhole(join(draft, 'manifest.json'), JSON.stringify({ version: 2, ...about, ...manifest }));
      await rename(draft, folder);
      return ok(true);
    }
    return err(problems.unstable(about.path));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return err(notKept(about.path, error.message));
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

interface Look {
  readonly manifest: Omit<RescueManifest, 'version' | keyof About>;
  readonly modules: readonly Entry[];
  readonly index: Buffer | null;
  readonly sign: string;
}

async function look(calls: Calls, { place, gitDir, list, modules }: ArchiveSpec): Promise<Result<Look, Problem>> {
  const listed = await list();
  if (!listed.ok) return listed;
  const tracked = place === null ? ok([]) : await trackedPaths(calls, place);
  if (!tracked.ok) return tracked;
  const { paths, deleted } = listed.value;
  const hollow = place === null ? { empty: [], specials: [] } : await unseen(place.cwd, paths);
  const found = await walk(place?.cwd ?? gitDir, [...paths, ...hollow.empty]);
  const own = await walk(gitDir, modules ? ['modules'] : []);
  const names = found.entries.map(({ path }) => path);
  const { absent, modes } = place === null ? none : await treeModes(place.cwd, tracked.value, names);
  const index = await readFile(join(gitDir, 'index')).catch(() => null);
  const hash = createHash('sha256')
    .update(index ?? '')
    .digest('hex');
  const manifest = {
    deleted: [...new Set([...deleted, ...absent])],
    modes,
    gitDir,
    entries: [...found.entries],
    specials: [...found.specials, ...hollow.specials],
  };
  return ok({ manifest, modules: own.entries, index, sign: [hash, found.sign, own.sign, ...absent].join('\n') });
}

const none = { absent: [], modes: {} };

async function copyAll(spec: ArchiveSpec, draft: string, { manifest, modules, index }: Look): Promise<void> {
  await mkdir(join(draft, 'files'), { recursive: true, mode: 0o700 });
  const { gitDir } = spec;
  await copyEntries(spec.place?.cwd ?? gitDir, join(draft, 'files'), manifest.entries, 'private');
  await copyEntries(gitDir, draft, modules, 'same');
  if (index !== null) await writeWhole(join(draft, 'index'), index);
  // An index may say that most of its entries are in another file.
  for (const name of await readdir(gitDir).catch(() => []))
    if (name.startsWith('sharedindex.')) await copyFile(join(gitDir, name), join(draft, name));
}

/** `private`: files become ours alone and readable for us, since their own modes are in the manifest. */
async function copyEntries(
  from: string,
  to: string,
  entries: readonly Entry[],
  modes: 'private' | 'same',
): Promise<void> {
  for (const { path, kind } of entries)
    if (kind === 'folder') await mkdir(below(to, path), { recursive: true, mode: 0o700 });
  const limit = createLimit(atOnce);
  const made = new Set<string>();
  const copied = entries.map(({ path, kind }) =>
    kind === 'folder'
      ? Promise.resolve()
      : limit(async () => {
          const above = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
          if (!made.has(above)) await mkdir(below(to, above), { recursive: true, mode: 0o700 });
          made.add(above);
          await copyOne(below(from, path), below(to, path), kind, modes);
        }),
  );
  // None may still be writing when somebody takes the draft away.
  const ended = await Promise.allSettled(copied);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

async function copyOne(
  from: string | Buffer,
  to: string | Buffer,
  kind: Entry['kind'],
  modes: 'private' | 'same',
): Promise<void> {
  try {
    if (kind === 'link') return await symlink(await readlink(from, 'buffer'), to);
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    // It went or became something else meanwhile: the next look sees it.
    if (error instanceof Error && 'code' in error && vanished.has(error.code)) return;
    throw error;
  }
  const file = await open(to, 'r');
  try {
    if (modes === 'private') await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

const vanished: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EINVAL']);

/** With all its bytes on the disk. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flush: true });
}

/** Nobody else writes one while we have the repository's lock, so that all are what a kill left. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.draft')) await rm(join(folder, name), { recursive: true, force: true });
}

async function isSame(
  folder: string,
  earlier: RescueManifest,
  now: Omit<RescueManifest, 'version'>,
  index: Buffer | null,
): Promise<boolean> {
  const kept = await readFile(join(folder, 'index')).catch(() => null);
  const same = { ...now, version: 2, staged: earlier.staged };
  return sorted(earlier) === sorted(same) && (index === null ? kept === null : kept?.equals(index) === true);
}

const sorted = (value: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))));
