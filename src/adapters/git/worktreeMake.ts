import { randomUUID } from 'node:crypto';
import { access, readdir, rm } from 'node:fs/promises';
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
}

export type Created = Result<{ readonly warning: string | null }, Problem>;

/** From here on parallel checkout pays; below, starting its workers costs more than it saves. */
const parallelFrom = 1000;
const checkoutTimeoutMs = 20 * 60_000;

/** Makes the worktree where nothing is; on failure takes away what it made. */
export async function make(deps: CreateDeps, spec: WorktreeSpec, ours: Creation | null): Promise<Created> {
  const { calls, repository } = deps;
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
  if (!there) {
    await undo(deps, creation);
    return err(added.ok ? problems.notCreated(spec.path, added.value.said) : added.error);
  }
  const whole = added.ok && added.value.code === 0;
  const made = whole ? await finish(deps, spec, added.value.said) : await fill(deps, spec);
  if (!made.ok) await undo(deps, creation);
  return made;
}

/** Checks the files out (again), which does no harm to a finished worktree of ours, and proves what came of it. */
export async function fill(deps: CreateDeps, spec: WorktreeSpec): Promise<Created> {
  const { calls, repository, journal } = deps;
  const place = await linkedPlace(repository.commonDir, spec.path);
  if (!place.ok) return place;
  const key = (await journal.read(spec.path))?.key ?? '';
  const done = await calls.run('check the files out', {
    at: place.value,
    args: ['reset', '--hard', '--quiet', '--no-recurse-submodules', 'HEAD'],
    ...(await checkoutOptions(repository, key)),
  });
  if (!done.ok) return done;
  if (done.value.code !== 0 && !(await isComplete(calls, place.value)))
    return err(problems.notCreated(spec.path, done.value.said));
  return finish(deps, spec, done.value.said);
}

/** Proves that the worktree is one of its own. Git is asked only where it could see something else than its files say. */
async function finish(deps: CreateDeps, spec: WorktreeSpec, said: string): Promise<Created> {
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
  return ok({ warning: (said || null) ?? submodules });
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

/** Takes away what one call made, and nothing else. */
async function undo(deps: CreateDeps, creation: Creation): Promise<void> {
  const { spec } = creation;
  const admin = await findAdmin(deps.repository.commonDir, spec.path);
  if (admin !== null && !creation.known.includes(admin.id)) await deps.trash.take(admin.folder);
  if (creation.madeFolder) await deps.trash.take(spec.path);
  else
    for (const name of await readdir(spec.path).catch(() => []))
      await rm(join(spec.path, name), { recursive: true, force: true });
  if (creation.madeBranch && spec.branch !== null) {
    await deps.calls.run('delete the branch', {
      at: central(deps.repository),
      args: ['update-ref', '-d', `refs/heads/${spec.branch}`, spec.commit],
    });
  }
  await removeUnfinishedEntries(deps, creation);
  await deps.journal.clear(spec.path);
  deps.trash.sweep();
}

/** Entries that git began for this path and never finished: it would neither list nor prune them. */
export async function removeUnfinishedEntries(deps: CreateDeps, creation: Creation): Promise<void> {
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
