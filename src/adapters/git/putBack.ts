import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { archiveFolder, readArchived, readManifest } from './archive.ts';
import type { Calls } from './calls.ts';
import { linkedPlace } from './isolation.ts';
import type { Entry } from './ownFiles.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';

/** Puts the kept files of a copy into a worktree that was just made at its commit, and what was staged into its index. */
export async function putBack(
  calls: Calls,
  commonDir: string,
  name: string,
  path: string,
): Promise<Result<void, Problem>> {
  const manifest = await readManifest(commonDir, name);
  if (manifest === null) return err(problems.noArchive(name));
  const place = await linkedPlace(commonDir, path);
  if (!place.ok) return place;
  const folder = archiveFolder(commonDir, name);
  for (const gone of manifest.deleted) await rm(join(path, gone), { recursive: true, force: true });
  const folders: Entry[] = [];
  for (const entry of manifest.entries) {
    if (entry.kind === 'folder') folders.push(entry);
    await put(join(folder, 'files', entry.path), join(path, entry.path), entry);
  }
  for (const [file, mode] of Object.entries(manifest.modes)) await chmod(join(path, file), mode).catch(() => undefined);
  // From the inside out: a folder that forbids writing would keep us from its own files.
  for (const { path: inner, mode } of folders.toReversed()) await chmod(join(path, inner), mode);
  return restoreIndex(calls, place.value, folder, manifest.staged);
}

async function put(from: string, to: string, { kind, mode }: Entry): Promise<void> {
  if (kind === 'folder') {
    const there = await lstat(to).catch(() => null);
    if (there !== null && !there.isDirectory()) await rm(to);
    await mkdir(to, { recursive: true });
    return;
  }
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  if (kind === 'link') return symlink(await readlink(from), to);
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, mode);
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
}

/** The index as it was, with all its marks; where git can't read it any more, at least what was staged. */
async function restoreIndex(
  calls: Calls,
  place: Place,
  folder: string,
  staged: string | null,
): Promise<Result<void, Problem>> {
  const kept = await readArchived(folder);
  const path = join(place.gitDir, 'index');
  if (kept !== null) {
    await rename(path, `${path}.mam`);
    await writeFile(path, kept);
    const refreshed = await calls.run('refresh the index', { at: place, args: ['update-index', '-q', '--refresh'] });
    if (refreshed.ok && refreshed.value.code <= 1) {
      await rm(`${path}.mam`);
      return ok(undefined);
    }
    await rename(`${path}.mam`, path);
  }
  if (staged === null) return ok(undefined);
  const read = await calls.must('read what was staged', { at: place, args: ['read-tree', staged] });
  return read.ok ? ok(undefined) : read;
}
