import { randomUUID } from 'node:crypto';
import { access, readdir, rm, rmdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { familyVariable } from '../process/family.ts';
import { findAdmin, listAdmins, type Admin } from './admins.ts';
import { branchProblem, checkedOutAt } from './branches.ts';
import type { Calls } from './calls.ts';
import { countIndexEntries, lookAt, type Creation, type CreationJournal, type WorktreeSpec } from './creation.ts';
import { configuresWorktrees, linkedPlace, proveIsolation } from './isolation.ts';
import type { Threat } from './keepEdits.ts';
import { roomProblem } from './pathRoom.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { readText } from './readText.ts';
import { createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';
import type { Trash } from './trash.ts';

export interface CreateDeps {
  readonly calls: Calls;
  readonly repository: Repository;
  readonly journal: CreationJournal;
  readonly trash: Trash;
  /** Lets go of an entry whose folder is gone, keeping what only it refers to. */
  readonly forget: (admin: Admin) => Promise<Result<unknown, Problem>>;
  /** Keeps what somebody did in a worktree before that comes to it; answers the ref, null where nothing is at risk. */
  readonly keep: (place: Place, path: string, threat: Threat) => Promise<Result<string | null, Problem>>;
}

export type Created = Result<{ readonly warning: string | null }, Problem>;

/** From here on parallel checkout pays; below, starting its workers costs more than it saves. */
const parallelFrom = 1000;
const checkoutTimeoutMs = 20 * 60_000;

/** Makes the worktree where nothing is; on failure takes away what it made. */
export async function make(deps: CreateDeps, spec: WorktreeSpec, ours: Creation | null): Promise<Created> {
  const { calls, repository } = deps;
  const long = await roomProblem(calls, repository, spec);
  if (long !== null) return err(long);
  const refs = await createRefReader(calls, repository.commonDir, repository.commonDir);
  const existing = spec.branch === null ? null : await refs.resolve(`refs/heads/${spec.branch}`);
  if (spec.branch !== null) {
    const path = existing === spec.commit ? await checkedOutAt(calls, repository, spec.branch) : null;
    const why =
      path !== null
        ? problems.branchInUse(spec.branch, path)
        : existing === spec.commit
          ? null
          : await branchProblem(calls, repository, spec.branch);
    if (why !== null) return err(why);
  }
  const madeBranch = spec.branch !== null && (existing === null || ours?.madeBranch === true);
  const known = await readdir(join(repository.commonDir, 'worktrees')).catch(() => []);
  const creation: Creation = {
    spec,
    key: randomUUID(),
    madeBranch,
    madeFolder: (await lookAt(spec.path)) === 'missing',
    known,
  };
  await deps.journal.write(creation);

  const branch = spec.branch === null ? ['--detach'] : existing === null ? ['--no-track', '-b', spec.branch] : [];
  const start = existing === null || spec.branch === null ? spec.commit : spec.branch;
  // Entry and files in one call: git is started once less, and a crash in between leaves what `fill` can finish.
  const added = await calls.run('add the worktree', {
    at: central(repository),
    args: ['worktree', 'add', '--quiet', ...branch, '--', spec.path, start],
    ...(await checkoutOptions(repository, creation.key)),
  });
  const admin = await findAdmin(repository.commonDir, spec.path);
  const there =
    admin !== null && (await linkedPlace(repository.commonDir, spec.path)).ok && (await holds(deps, spec, admin));
  // A git that failed took its entry and its folder away by itself: what is there then is somebody else's.
  const failed = added.ok && added.value.code !== 0;
  if (!there) {
    await undo(deps, creation, failed ? null : admin);
    return err(added.ok ? problems.notCreated(spec.path, added.value.said) : added.error);
  }
  const whole = added.ok && added.value.code === 0;
  const made = whole ? await finish(deps, spec, added.value.said || null) : await fill(deps, spec);
  if (!made.ok) await undo(deps, creation, failed ? null : admin);
  return made;
}

/** Checks the files out (again), once what somebody did there is kept, and proves what came of it. */
export async function fill(deps: CreateDeps, spec: WorktreeSpec): Promise<Created> {
  const { calls, repository, journal } = deps;
  const place = await linkedPlace(repository.commonDir, spec.path);
  if (!place.ok) return place;
  const kept = await deps.keep(place.value, spec.path, 'overwrite');
  if (!kept.ok) return kept;
  const key = (await journal.read(spec.path))?.key ?? '';
  const done = await calls.run('check the files out', {
    at: place.value,
    args: ['reset', '--hard', '--quiet', '--no-recurse-submodules', 'HEAD'],
    ...(await checkoutOptions(repository, key)),
  });
  if (!done.ok) return done;
  if (done.value.code !== 0 && !(await isComplete(calls, place.value)))
    return err(problems.notCreated(spec.path, done.value.said));
  const warning = kept.value === null ? null : `What differed from its commit is kept as ${kept.value}.`;
  return finish(deps, spec, warning ?? (done.value.said || null));
}

/** Proves that the worktree is one of its own. Git is asked only where it could see something else than its files say. */
export async function finish(deps: CreateDeps, spec: WorktreeSpec, said: string | null): Promise<Created> {
  const { commonDir } = deps.repository;
  const proven = (await configuresWorktrees(commonDir))
    ? await proveIsolation(deps.calls, commonDir, spec.path)
    : await linkedPlace(commonDir, spec.path);
  if (!proven.ok) return proven;
  await deps.journal.clear(spec.path);
  const submodules = await access(join(spec.path, '.gitmodules')).then(
    () => 'Its submodules are empty; run git submodule update --init in it if they are needed.',
    () => null,
  );
  return ok({ warning: said ?? submodules });
}

async function checkoutOptions(repository: Repository, key: string) {
  const [first] = repository.bare ? await listAdmins(repository.commonDir) : [];
  const entries = await countIndexEntries(join(first?.folder ?? repository.commonDir, 'index'));
  return {
    // Its workers wait for the disk more than for the processor, so that there may be more of them than cores.
    config: entries < parallelFrom ? [] : [`checkout.workers=${Math.max(8, 2 * availableParallelism())}`],
    env: { [familyVariable]: key },
    timeoutMs: checkoutTimeoutMs,
    network: true,
  };
}

async function isComplete(calls: Calls, at: Place): Promise<boolean> {
  const status = await calls.run('read the status', {
    at,
    args: ['status', '--porcelain=v2', '-z', '--untracked-files=no', '--ignore-submodules=dirty'],
  });
  return status.ok && status.value.code === 0 && status.value.out === '';
}

/** Takes away what one call made, and nothing else. `made` is its entry, null when what is there is not of its making. */
async function undo(deps: CreateDeps, creation: Creation, made: Admin | null): Promise<void> {
  const { spec } = creation;
  if (made !== null && (await isOurs(deps, creation, made))) await takeBack(deps, creation, made);
  // What else is in the folder by now is somebody's.
  else if (creation.madeFolder) await rmdir(spec.path).catch(() => undefined);
  const admins = await listAdmins(deps.repository.commonDir);
  const inUse = admins.some(({ headRef }) => headRef === `refs/heads/${spec.branch}`);
  if (creation.madeBranch && spec.branch !== null && !inUse) {
    await deps.calls.run('delete the branch', {
      at: central(deps.repository),
      args: ['update-ref', '-d', `refs/heads/${spec.branch}`, spec.commit],
    });
  }
  await removeUnfinishedEntries(deps, creation);
  await deps.journal.clear(spec.path);
  deps.trash.sweep();
}

/** Whether an entry is none of before, and of the wanted branch or commit, or of nothing yet. */
export async function isOurs(deps: CreateDeps, { spec, known }: Creation, admin: Admin): Promise<boolean> {
  if (known.includes(admin.id)) return false;
  if (await holds(deps, spec, admin)) return true;
  const refs = await createRefReader(deps.calls, deps.repository.commonDir, admin.folder);
  return admin.headRef === null && (await refs.resolve('HEAD')) === null;
}

async function takeBack(deps: CreateDeps, { spec, madeFolder }: Creation, made: Admin): Promise<void> {
  const place = await linkedPlace(deps.repository.commonDir, spec.path);
  if (place.ok && !(await deps.keep(place.value, spec.path, 'delete')).ok) return;
  await deps.trash.take(made.folder);
  // Without git's file in it nothing of the folder is known to be of the checkout.
  if (!place.ok) return rmdir(spec.path).catch(() => undefined);
  if (madeFolder) return deps.trash.take(spec.path);
  for (const name of await readdir(spec.path).catch(() => []))
    await rm(join(spec.path, name), { recursive: true, force: true });
}

/** Entries that git began for this path and never finished: it would neither list nor prune them. */
export async function removeUnfinishedEntries(
  deps: Pick<CreateDeps, 'repository' | 'trash'>,
  creation: Creation,
): Promise<void> {
  const folder = join(deps.repository.commonDir, 'worktrees');
  const start = /^\w*/.exec(basename(creation.spec.path))?.[0] ?? '';
  for (const id of await readdir(folder).catch(() => [])) {
    if (creation.known.includes(id) || !id.startsWith(start)) continue;
    if (!(await readText(join(folder, id, 'gitdir')))) await deps.trash.take(join(folder, id));
  }
}

/** Whether an entry is a checkout of what is wanted: the commit, or on a branch one that follows it. */
export async function holds(deps: CreateDeps, spec: WorktreeSpec, admin: Admin): Promise<boolean> {
  const refs = await createRefReader(deps.calls, deps.repository.commonDir, admin.folder);
  const head = await refs.resolve('HEAD');
  if (spec.branch === null) return admin.headRef === null && head === spec.commit;
  if (admin.headRef !== `refs/heads/${spec.branch}` || head === null) return false;
  if (head === spec.commit) return true;
  const follows = await deps.calls.run('compare commits', {
    at: central(deps.repository),
    args: ['merge-base', '--is-ancestor', spec.commit, head],
  });
  return follows.ok && follows.value.code === 0;
}
