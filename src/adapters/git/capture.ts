import { realpath } from 'node:fs/promises';
import { isAbsolute, join, normalize, posix, sep } from 'node:path';
import type { CapturedPatch } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { searchBinaries } from './binaries.ts';
import type { Calls } from './calls.ts';
import { changesArgs, linkMode, parseChanges, repositoryMode, toFileChange, type TreeChange } from './numstat.ts';
import { readPatch } from './patch.ts';
import type { Place } from './place.ts';
import { openPrivateIndex } from './privateIndex.ts';
import * as problems from './problems.ts';
import { submoduleFolders } from './submoduleFolders.ts';

/** How often the working files are read at most until two readings agree. */
const readings = 4;

interface Snapshot {
  readonly tree: string;
  /** Folders that are repositories without a commit. */
  readonly unreadable: readonly string[];
}

/**
 * Tree of everything in a checkout, or of its `tracked` files, written to the object store. `capture.unstable` when it
 * doesn't hold still.
 */
export async function snapshot(
  calls: Calls,
  place: Place,
  folder: string,
  which?: 'tracked',
): Promise<Result<Snapshot, Problem>> {
  const opened = await openPrivateIndex(calls, place, folder);
  if (!opened.ok) return opened;
  const index = opened.value;
  try {
    let before: string | null = null;
    for (let reading = 0; reading < readings; reading += 1) {
      const added = await index.addAll(which);
      if (!added.ok) return added;
      const written = await index.tree();
      if (!written.ok) return written;
      if (written.value === before) return ok({ tree: written.value, unreadable: added.value.refused });
      before = written.value;
    }
    return err(problems.unstable(place.cwd));
  } finally {
    await index.dispose();
  }
}

/** What the writer left in its worktree since `seed`, commits of its own included, without moving anything of it. */
export async function capture(
  calls: Calls,
  place: Place,
  folder: string,
  seed: string,
  base: string,
): Promise<Result<CapturedPatch, Problem>> {
  const taken = await snapshot(calls, place, folder);
  if (!taken.ok) return taken;
  const { tree, unreadable } = taken.value;
  const folders = await submoduleFolders(calls, place);
  if (!folders.ok) return folders;
  const described = await describeTree(calls, place, folder, { tree, seed, base, unreadable });
  if (!described.ok) return described;
  const filled = folders.value.filter(({ holds }) => holds === 'files');
  const refused = filled.map(({ path }) => ({ path, why: problems.submoduleFilled(path) }));
  return ok({ ...described.value, refused: [...described.value.refused, ...refused] });
}

/** What a tree changes since `seed` and since `base`, and what of that can't be taken over. */
export async function describeTree(
  calls: Calls,
  place: Place,
  folder: string,
  spec: Snapshot & { readonly seed: string; readonly base: string },
): Promise<Result<CapturedPatch, Problem>> {
  const { tree, seed, base, unreadable } = spec;
  const round = await changesBetween(calls, place, seed, tree);
  if (!round.ok) return round;
  const all = base === seed ? round : await changesBetween(calls, place, base, tree);
  if (!all.ok) return all;
  const patch = await readPatch(calls, place, folder, { seed, tree, changes: round.value });
  if (!patch.ok) return patch;
  const links = await refusedLinks(calls, place, round.value);
  if (!links.ok) return links;
  const binaries = await searchBinaries(calls, place, patch.value, round.value);
  if (!binaries.ok) return binaries;
  const nested = unreadable.map((path) => ({ path, why: problems.nestedRepository(path) }));
  return ok({
    tree,
    patch: patch.value,
    roundFiles: round.value.map(toFileChange),
    files: all.value.map(toFileChange),
    refused: [...nested, ...refusedRepositories(round.value), ...links.value],
    binaries: binaries.value,
  });
}

/** What differs between two trees or commits. */
export async function changesBetween(
  calls: Calls,
  at: Place,
  from: string,
  to: string,
): Promise<Result<readonly TreeChange[], Problem>> {
  const listed = await calls.must('compare trees', {
    at,
    args: [...changesArgs, from, to],
    maxBytes: 256 * 1024 * 1024,
  });
  return listed.ok ? ok(parseChanges(listed.value.out)) : listed;
}

const refusedRepositories = (changes: readonly TreeChange[]): CapturedPatch['refused'] =>
  changes
    .filter((change) => change.newMode === repositoryMode || change.oldMode === repositoryMode)
    .map(({ path, oldMode }) => ({
      path,
      why: oldMode === repositoryMode ? problems.submoduleChanged(path) : problems.nestedRepository(path),
    }));

async function refusedLinks(
  calls: Calls,
  at: Place,
  changes: readonly TreeChange[],
): Promise<Result<CapturedPatch['refused'], Problem>> {
  const links = changes.filter((change) => change.newMode === linkMode);
  if (links.length === 0) return ok([]);
  const read = await calls.must('read links', {
    at,
    args: ['cat-file', '--batch'],
    input: links.map((link) => `${link.newId}\n`).join(''),
  });
  if (!read.ok) return read;
  const refused: { path: string; why: Problem }[] = [];
  let offset = 0;
  for (const { path } of links) {
    const lineEnd = read.value.bytes.indexOf('\n', offset);
    const size = Number(read.value.bytes.toString('utf8', offset, lineEnd).split(' ')[2]);
    const target = read.value.bytes.toString('utf8', lineEnd + 1, lineEnd + 1 + size);
    offset = lineEnd + size + 2;
    if (await leadsOut(at.cwd, path, target)) refused.push({ path, why: problems.linkOutside(path, target) });
  }
  return ok(refused);
}

/** By its words, and by where it really leads now: a link over another link can leave the tree without looking so. */
async function leadsOut(root: string, path: string, target: string): Promise<boolean> {
  const named = posix.normalize(posix.join(posix.dirname(path), target));
  if (isAbsolute(target) || named === '..' || named.startsWith('../') || named.split('/').includes('.git')) return true;
  const real = await realpath(join(root, normalize(path))).catch(() => null);
  const inside = await realpath(root);
  return real !== null && real !== inside && !real.startsWith(inside + sep);
}
