import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { RescueManifest } from '../../protocol/rescueManifest.ts';
import { archiveFolder, readManifest } from './archive.ts';
import type { Calls } from './calls.ts';
import { linkedPlace } from './isolation.ts';
import { noArchive, notPutBack } from './keptProblems.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { putBackModules } from './putBackModules.ts';
import { foldersAbove, rootPath, trackedPaths, wantedMode } from './treeModes.ts';
import { below, factsOf, type Entry } from './walk.ts';

/** Puts the kept files of a copy into a worktree that was just made at its commit, and what was staged into its index. */
export async function putBack(
  calls: Calls,
  commonDir: string,
  name: string,
  path: string,
): Promise<Result<void, Problem>> {
  const read = await readManifest(commonDir, name);
  if (!read.ok) return read;
  const manifest = read.value;
  if (manifest === null) return err(noArchive(name));
  const place = await linkedPlace(commonDir, path);
  if (!place.ok) return place;
  // A kill leaves it locked, so that nobody takes half of it for the whole.
  const lock = join(place.value.gitDir, 'locked');
  await writeFile(
    lock,
    `only half of ${name} is put back here; once more in another place: mam rescue restore ${name}`,
  );
  try {
    const put = await putAll(calls, archiveFolder(commonDir, name), manifest, place.value);
    if (put.ok) await rm(lock);
    return put;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return err(notPutBack(name, path, error.message));
    throw error;
  }
}

async function putAll(
  calls: Calls,
  folder: string,
  manifest: RescueManifest,
  place: Place,
): Promise<Result<void, Problem>> {
  const path = place.cwd;
  for (const gone of manifest.deleted) await takeOut(path, gone);
  const folders: Entry[] = [];
  for (const entry of manifest.entries) {
    if (entry.kind === 'folder') folders.push(entry);
    await clearWay(path, entry.path);
    await putOne(below(join(folder, 'files'), entry.path), below(path, entry.path), entry);
  }
  const modules = await putBackModules(calls, folder, manifest, place);
  if (!modules.ok) return modules;
  const indexed = await restoreIndex(calls, place, folder, manifest.staged);
  if (!indexed.ok) return indexed;
  const tracked = await trackedPaths(calls, place);
  if (!tracked.ok) return tracked;
  const inside = manifest.entries.map((entry) => entry.path);
  const own = new Set(inside);
  for (const file of tracked.value) {
    const facts = own.has(file) ? null : await factsOf(path, file);
    if (facts?.isFile() === true)
      await setMode(path, file, facts.mode, wantedMode(manifest.modes, file, facts.mode, true));
  }
  // From the inside out: a folder that forbids writing would keep us from its own files.
  for (const { path: inner, mode } of folders.toReversed()) await chmod(below(path, inner), mode);
  for (const above of foldersAbove([...tracked.value, ...inside]).toReversed()) {
    const facts = own.has(above) ? null : await factsOf(path, above);
    if (facts?.isDirectory() === true)
      await setMode(path, above, facts.mode, wantedMode(manifest.modes, above, facts.mode, false));
  }
  // Modes count as changes of a file, which the index has to know of.
  return refresh(calls, place);
}

async function setMode(root: string, path: string, now: number, wanted: number): Promise<void> {
  if ((now & 0o7777) !== wanted) await chmod(path === rootPath ? root : below(root, path), wanted);
}

/** With the folders that were only there for it; one that was empty before is among the entries. */
async function takeOut(root: string, path: string): Promise<void> {
  if ((await obstacleTo(root, path)) !== null) return;
  await rm(below(root, path), { recursive: true, force: true });
  const [, ...above] = foldersAbove([path]);
  for (const folder of above.toReversed()) await rmdir(below(root, folder)).catch(() => undefined);
}

/** What is no folder above a path; null where all are. Through a link, it would be a file of somebody else. */
async function obstacleTo(root: string, path: string): Promise<string | null> {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = parts.slice(0, depth).join('/');
    const facts = await factsOf(root, above);
    if (facts === null || !facts.isDirectory()) return above;
  }
  return null;
}

/** Makes the folders above a path; what the commit has in their place is not what was there. */
async function clearWay(root: string, path: string): Promise<void> {
  for (let above = await obstacleTo(root, path); above !== null; above = await obstacleTo(root, path)) {
    await rm(below(root, above), { force: true });
    await mkdir(below(root, above));
  }
}

async function putOne(from: string | Buffer, to: string | Buffer, { kind, mode, mtimeMs }: Entry): Promise<void> {
  const there = await lstat(to).catch(() => null);
  if (kind === 'folder') {
    if (there?.isDirectory() === true) return;
    await rm(to, { force: true });
    return mkdir(to);
  }
  await rm(to, { recursive: true, force: true });
  if (kind === 'link') return symlink(await readlink(from, 'buffer'), to);
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  await chmod(to, mode);
  const { atime, mtime } = await lstat(from);
  await utimes(to, atime, mtimeMs < 0 ? mtime : mtimeMs / 1000);
}

/** The index as it was, with all its marks; where git can't read it any more, at least what was staged. */
async function restoreIndex(
  calls: Calls,
  place: Place,
  folder: string,
  staged: string | null,
): Promise<Result<void, Problem>> {
  const kept = await readFile(join(folder, 'index')).catch(() => null);
  const path = join(place.gitDir, 'index');
  if (kept !== null) {
    for (const name of await readdir(folder))
      if (name.startsWith('sharedindex.')) await copyFile(join(folder, name), join(place.gitDir, name));
    // Whichever of the two a kill leaves, it is a whole one.
    await copyFile(path, `${path}.before`).catch(() => undefined);
    await writeFile(`${path}.mam`, kept);
    await rename(`${path}.mam`, path);
    const refreshed = await refresh(calls, place);
    if (refreshed.ok) {
      await rm(`${path}.before`, { force: true });
      return ok(undefined);
    }
    await rename(`${path}.before`, path).catch(() => undefined);
  }
  if (staged === null) return ok(undefined);
  const read = await calls.must('read what was staged', { at: place, args: ['read-tree', staged] });
  return read.ok ? ok(undefined) : read;
}

async function refresh(calls: Calls, at: Place): Promise<Result<void, Problem>> {
  const done = await calls.run('refresh the index', { at, args: ['update-index', '-q', '--refresh'] });
  if (!done.ok) return done;
  // 1: files are changed, as they were.
  return done.value.code <= 1 ? ok(undefined) : err(problems.gitFailed('refresh the index', done.value.said));
}
