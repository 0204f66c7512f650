import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { endFamily } from '../process/family.ts';
import { findAdmin, type Admin } from './admins.ts';
import { lookAt, type Creation, type WorktreeSpec } from './creation.ts';
import { linkedPlace, proveIsolation } from './isolation.ts';
import * as problems from './problems.ts';
import { canonical, readText } from './readText.ts';
import {
  fill,
  finish,
  holds,
  isOurs,
  make,
  removeUnfinishedEntries,
  type CreateDeps,
  type Created,
} from './worktreeMake.ts';

const politeMs = 2000;

/**
 * Makes a worktree, or finds the same one. Runs under the repository's lock. Git makes its entry first, then the files,
 * so that a crash leaves a state that the next call can finish. On failure only what this call made is taken away.
 */
export async function createWorktree(deps: CreateDeps, wanted: WorktreeSpec): Promise<Created> {
  const spec = { ...wanted, path: await canonical(wanted.path) };
  const started = await deps.journal.read(spec.path);
  const ours = started !== null && sameSpec(started.spec, spec) ? started : null;
  if (ours === null) return createFrom(deps, spec, null);
  const endOurs = (): Promise<unknown> => endFamily({ group: null, key: ours.key }, [], politeMs);
  await endOurs();
  const made = await createFrom(deps, spec, ours);
  // A git that the killed host was just starting carries no mark yet, and goes on behind the first look.
  if (made.ok || made.error.code !== 'worktree.occupied') return made;
  await endOurs();
  return createFrom(deps, spec, ours);
}

/** `ours`: what an earlier call for the same worktree began and did not end. */
async function createFrom(deps: CreateDeps, spec: WorktreeSpec, ours: Creation | null): Promise<Created> {
  const admin = await findAdmin(deps.repository.commonDir, spec.path);
  const folder = await lookAt(spec.path);
  if (admin !== null && folder !== 'missing') {
    const found = await meet(deps, spec, admin, ours, folder);
    if (!found.ok) return found;
    if (found.value !== null) return ok(found.value);
  } else if (admin !== null) {
    if (admin.locked !== null && ours === null)
      return err(problems.locked(spec.path, admin.locked || 'no reason given'));
    const forgotten = await deps.forget(admin);
    if (!forgotten.ok) return forgotten;
  } else if (folder === 'git-file-only' && ours !== null) {
    await rm(join(spec.path, '.git'));
  } else if (folder === 'full' || folder === 'git-file-only') {
    return err(problems.occupied(spec.path));
  }
  if (ours !== null) await removeUnfinishedEntries(deps, ours);
  return make(deps, spec, ours);
}

const sameSpec = (a: WorktreeSpec, b: WorktreeSpec): boolean =>
  a.path === b.path && a.branch === b.branch && a.commit === b.commit;

/** A worktree is there: the wanted one (whole, or left half-made by an earlier call), or null when it has to be made again. */
async function meet(
  deps: CreateDeps,
  spec: WorktreeSpec,
  admin: Admin,
  ours: Creation | null,
  folder: string,
): Promise<Result<{ readonly warning: string | null } | null, Problem>> {
  const place = await linkedPlace(deps.repository.commonDir, spec.path);
  const same = place.ok && (await holds(deps, spec, admin));
  // The index is written when all files are there: without it, not even a power failure makes half a checkout look whole.
  const [written, writing] = await Promise.all(
    ['index', 'index.lock'].map((name) => isThere(join(admin.folder, name))),
  );
  const whole = written === true && !(ours !== null && writing === true);
  // One that is locked by a person stays so.
  if (same && ours !== null && admin.locked === 'initializing') await rm(join(admin.folder, 'locked'), { force: true });
  if (same && whole && ours !== null) return finish(deps, spec, null);
  if (same && whole) {
    const proven = await proveIsolation(deps.calls, deps.repository.commonDir, spec.path);
    return proven.ok ? ok({ warning: null }) : proven;
  }
  if (same) {
    // Somebody else's git may be writing these very files now.
    if (ours === null && (writing === true || admin.locked === 'initializing')) return err(problems.busy(spec.path));
    if (ours !== null) await removeDeadLock(join(admin.folder, 'index.lock'));
    return fill(deps, spec);
  }
  // Git checks files out last: an entry of ours that isn't right yet has none of anybody.
  if (ours !== null && (folder === 'empty' || folder === 'git-file-only') && (await isOurs(deps, ours, admin))) {
    await rm(join(spec.path, '.git'), { force: true });
    await deps.trash.take(admin.folder);
    return ok(null);
  }
  return place.ok ? err(problems.occupied(spec.path)) : place;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The processes that could hold it are known to be gone; where that can't be seen, it gets a moment to go by itself. */
async function removeDeadLock(path: string): Promise<void> {
  const end = performance.now() + (process.platform === 'linux' ? 0 : 5000);
  while ((await readText(path)) !== null && performance.now() < end) await delay(100);
  await rm(path, { force: true });
}
