import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findAdmin, type Admin } from './admins.ts';
import { lookAt, type CreationJournal } from './creation.ts';
import { linkedPlace } from './isolation.ts';
import * as problems from './problems.ts';
import { canonical } from './readText.ts';
import { createRefReader } from './readRefs.ts';
import { rescue, rescueCommit, type RescueDeps } from './rescue.ts';
import { central } from './repository.ts';
import type { Trash } from './trash.ts';

export interface RemoveDeps extends RescueDeps {
  readonly journal: CreationJournal;
  readonly trash: Trash;
}

type Removed = Result<{ readonly rescue: string | null }, Problem>;

/**
 * Removes a linked worktree of this repository, never a branch. Runs under the repository's lock. First a rescue of what
 * only it holds, then the folder is renamed aside, then git's one entry goes; deleting happens in the background. A
 * worktree that is gone already is no failure.
 */
export async function removeWorktree(deps: RemoveDeps, wanted: string, name: string): Promise<Removed> {
  const { repository } = deps;
  const path = await canonical(wanted);
  const admin = await findAdmin(repository.commonDir, path);
  const folder = await lookAt(path);
  if (admin === null) {
    if (folder !== 'missing') return err(problems.notLinked(path));
    return ok({ rescue: await earlierRescue(deps, name) });
  }
  const unfinished = admin.locked === 'initializing' && (await deps.journal.read(path)) !== null;
  if (admin.locked !== null && !unfinished) return err(problems.locked(path, admin.locked || 'no reason given'));
  if (folder === 'missing') return forgetEntry(deps, admin, name);

  const place = await linkedPlace(repository.commonDir, path);
  // An empty folder can't lose anything; any other one that isn't what git lists may be a person's.
  if (!place.ok && folder !== 'empty') return place;
  const rescued = place.ok ? await rescue(deps, place.value, name) : ok({ ref: null, keepFolder: false });
  if (!rescued.ok) return rescued;
  // Commits of submodules live below the entry itself.
  const modules = (await lookAt(join(admin.folder, 'modules'))) === 'full';
  if (rescued.value.keepFolder || modules) await keepFolder(deps, admin, path, name);
  else await deps.trash.take(path);
  const forgotten = await forgetEntry(deps, admin, name);
  await deps.journal.clear(path);
  deps.trash.sweep();
  return forgotten.ok ? ok({ rescue: rescued.value.ref ?? forgotten.value.rescue }) : forgotten;
}

/** Lets go of exactly one entry whose folder is gone; a commit that only it refers to is kept first. */
export async function forgetEntry(deps: RescueDeps, admin: Admin, name: string): Promise<Removed> {
  const { repository, calls } = deps;
  const refs = await createRefReader(calls, repository.commonDir, admin.folder);
  const head = await refs.resolve('HEAD');
  const kept = head === null ? ok(null) : await rescueCommit(deps, head, name);
  if (!kept.ok) return kept;
  const removed = await calls.run('remove the worktree', {
    at: central(repository),
    args: ['worktree', 'remove', '--force', '--force', admin.path],
  });
  if (!removed.ok) return removed;
  // Judged by state: the entry may have gone meanwhile.
  if ((await findAdmin(repository.commonDir, admin.path)) !== null)
    return err(problems.gitFailed('remove the worktree', removed.value.said));
  return ok({ rescue: kept.value });
}

/** A crash between rescue and answer: the copy is there, and the caller should hear of it. */
async function earlierRescue(deps: RescueDeps, name: string): Promise<string | null> {
  const refs = await createRefReader(deps.calls, deps.repository.commonDir, deps.repository.commonDir);
  const ref = `refs/mam/rescue/${name}`;
  return (await refs.resolve(ref)) === null ? null : ref;
}

/** What no commit can hold is kept as it is, beside the database, under the name of the rescue. */
async function keepFolder(deps: RemoveDeps, admin: Admin, path: string, name: string): Promise<void> {
  const kept = join(deps.repository.commonDir, 'mam/kept', `${name.replaceAll('/', '-')}-${deps.now()}`);
  await mkdir(kept, { recursive: true, mode: 0o700 });
  await cp(admin.folder, join(kept, 'git-dir'), { recursive: true });
  try {
    await rename(path, join(kept, 'files'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await cp(path, join(kept, 'files'), { recursive: true, verbatimSymlinks: true });
    await deps.trash.take(path);
  }
}
