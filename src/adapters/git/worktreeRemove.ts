import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { holdsWorktree } from '../../core/worktree/removal.ts';
import { endFamily } from '../process/family.ts';
import { findAdmin, type Admin } from './admins.ts';
import { lookAt, type Creation, type CreationJournal } from './creation.ts';
import { linkedPlace } from './isolation.ts';
import { notKept } from './keptProblems.ts';
import * as problems from './problems.ts';
import { canonical } from './readText.ts';
import { createRefReader } from './readRefs.ts';
import type { RescueDeps, Wanted } from './rescue.ts';
import { asideOf, isFolderOf, moveWorktree } from './setAside.ts';
import type { Trash } from './trash.ts';
import { keepAll, keepEntry } from './wholeRescue.ts';
import { removeUnfinishedEntries } from './worktreeMake.ts';
import { worktreesBelow } from './worktreesBelow.ts';

const politeMs = 2000;

export interface RemoveDeps extends RescueDeps {
  readonly journal: CreationJournal;
  readonly trash: Trash;
}

interface Removal extends Wanted {
  readonly path: string;
}

type Removed = Result<{ readonly rescue: string | null }, Problem>;

/**
 * Removes a linked worktree of this repository, never a branch. Runs under the repository's lock. The folder is renamed
 * aside first, so that nobody saves into it between the rescue of what only it holds and its end; then git's one entry
 * goes; deleting happens in the background. A worktree that is gone already is no failure, and one that a crash left
 * half removed is gone on with.
 */
export async function removeWorktree(deps: RemoveDeps, wanted: Removal): Promise<Removed> {
  const { commonDir } = deps.repository;
  const path = await canonical(wanted.path);
  const begun = await deps.journal.read(path);
  const removal = { ...wanted, path, unfinished: begun !== null };
  // What a killed call started may still be writing files.
  if (begun !== null) await endFamily({ group: null, key: begun.key }, [], politeMs);
  const left = await findAdmin(commonDir, asideOf(path));
  const finished = left === null ? null : await finish(deps, left, removal);
  if (finished !== null && !finished.ok) return finished;

  const admin = await findAdmin(commonDir, path);
  if (admin === null) {
    if (finished !== null) return ok({ rescue: finished.value.rescue ?? (await earlierRescue(deps, removal.name)) });
    if (begun !== null) await undoBegun(deps, begun);
    if ((await lookAt(path)) !== 'missing') return err(problems.notLinked(path));
    return ok({ rescue: await earlierRescue(deps, removal.name) });
  }
  if (admin.locked !== null && !(admin.locked === 'initializing' && begun !== null))
    return err(problems.locked(path, admin.locked || 'no reason given'));
  const [nested] = await worktreesBelow(deps.repository, path);
  if (nested !== undefined) return err(holdsWorktree(path, nested));
  const removed = await removeListed(deps, admin, removal);
  if (removed.ok) await deps.journal.clear(path);
  return removed;
}

/** Git had not got as far as a worktree: only what it had begun with goes. */
async function undoBegun(deps: RemoveDeps, begun: Creation): Promise<void> {
  if (begun.madeFolder) await rmdir(begun.spec.path).catch(() => undefined);
  await removeUnfinishedEntries(deps, begun);
  await deps.journal.clear(begun.spec.path);
}

async function removeListed(deps: RemoveDeps, admin: Admin, removal: Removal): Promise<Removed> {
  const { path } = removal;
  const folder = await lookAt(path);
  if (folder === 'missing') return forgetEntry(deps, admin, removal);
  const place = await linkedPlace(deps.repository.commonDir, path);
  if (place.ok) {
    const moved = await moveWorktree(admin, path, asideOf(path));
    return moved.ok ? takeAway(deps, admin, removal) : moved;
  }
  // An empty folder can't lose anything; any other one that isn't what git lists may be a person's.
  const emptied = await rmdir(path).then(
    () => true,
    () => false,
  );
  return emptied ? forgetEntry(deps, admin, removal) : place;
}

/** Goes on with what a crash left of a removal, wherever the folder is: still in its place, aside, or gone. */
async function finish(deps: RemoveDeps, admin: Admin, removal: Removal): Promise<Removed> {
  const aside = asideOf(removal.path);
  if ((await lookAt(aside)) !== 'missing') return takeAway(deps, admin, removal);
  if (!(await isFolderOf(admin, removal.path))) return forgetEntry(deps, admin, removal);
  const moved = await moveWorktree(admin, removal.path, aside);
  return moved.ok ? takeAway(deps, admin, removal) : moved;
}

/** Rescues and lets go of a worktree that lies aside; when that fails, it is put back. */
async function takeAway(deps: RemoveDeps, listed: Admin, removal: Removal): Promise<Removed> {
  const { path } = removal;
  const admin = { ...listed, path: asideOf(path) };
  const rescued = await rescueAside(deps, admin, removal);
  if (!rescued.ok) return rescued;
  await deps.trash.take(admin.path);
  // Its repositories of submodules are kept, or hold nothing of their own.
  await letGo(deps, admin);
  deps.trash.sweep();
  return ok({ rescue: rescued.value.ref });
}

async function rescueAside(
  deps: RemoveDeps,
  admin: Admin,
  removal: Removal,
): Promise<Result<{ readonly ref: string | null }, Problem>> {
  let rescued: Result<{ readonly ref: string | null }, Problem> | null = null;
  try {
    const place = await linkedPlace(deps.repository.commonDir, admin.path);
    rescued = place.ok ? await keepAll(deps, place.value, admin, removal.path, removal) : place;
  } catch (error) {
    // Such as a full disk. Anything else is a bug, and goes on as one once the folder is back.
    if (!(error instanceof Error && 'code' in error)) throw error;
    rescued = err(notKept(removal.path, error.message));
  } finally {
    if (rescued?.ok !== true) {
      const back = await moveWorktree(admin, admin.path, removal.path);
      // Where the files are now says more than why they could not be copied.
      if (!back.ok) rescued = back;
    }
  }
  return rescued;
}

/** Lets go of exactly one entry whose folder is gone; what only it holds is kept first. */
export async function forgetEntry(deps: Omit<RemoveDeps, 'journal'>, admin: Admin, wanted: Wanted): Promise<Removed> {
  const kept = await keepEntry(deps, admin, wanted);
  if (!kept.ok) return kept;
  await letGo(deps, admin);
  return ok({ rescue: kept.value.ref });
}

/** The entry is the folder, and git keeps nothing else of it: no git is started, and none is forced to anything. */
async function letGo(deps: Pick<RemoveDeps, 'trash' | 'repository'>, admin: Admin): Promise<void> {
  await deps.trash.take(admin.folder);
  // As git does after its last one.
  await rmdir(join(deps.repository.commonDir, 'worktrees')).catch(() => undefined);
}

/** A crash between rescue and answer: the copy is there, and the caller should hear of it. */
async function earlierRescue(deps: RescueDeps, name: string): Promise<string | null> {
  const refs = await createRefReader(deps.calls, deps.repository.commonDir, deps.repository.commonDir);
  const ref = `refs/mam/rescue/${name}`;
  return (await refs.resolve(ref)) === null ? null : ref;
}
