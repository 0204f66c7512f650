import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { rescueAsks } from '../../core/worktree/removal.ts';
import type { Admin } from './admins.ts';
import { archive, type Wishes } from './archive.ts';
import { listOwnFiles, notShared, type OwnFiles } from './ownFiles.ts';
import type { Place } from './place.ts';
import { createRefReader } from './readRefs.ts';
import { mainCheckout } from './repository.ts';
import { emptyCommit, isKnown, keepAgain, rescue, rescueCommit, type RescueDeps, type Wanted } from './rescue.ts';
import { lookBelow, submoduleSights } from './submoduleSights.ts';
import { walk } from './walk.ts';
import { commitsOnlyAt } from './worktreeSight.ts';

type Kept = Result<{ readonly ref: string | null }, Problem>;

/**
 * Keeps everything that only this worktree holds, as somebody wants it back: a commit for what git can tell, and under the
 * same name the files themselves, with the repositories of its submodules. One of a run needs the files only where its
 * commit can't hold all of them. A worktree that holds nothing of its own costs a look.
 */
export async function keepAll(
  deps: RescueDeps,
  place: Place,
  admin: Admin,
  path: string,
  wanted: Wanted,
): Promise<Kept> {
  const { calls, repository, folder } = deps;
  const main = mainCheckout(repository)?.cwd ?? null;
  const listOwn = async (): Promise<Result<OwnFiles & { readonly clean: boolean }, Problem>> => {
    const found = await listOwnFiles(calls, place, folder);
    if (!found.ok) return found;
    const { ignored, ...others } = found.value;
    const clean = Object.values(others).flat().length === 0 && (wanted.most === 'none' || ignored.length === 0);
    return ok({ ...others, clean, ignored: await notShared(place.cwd, main, ignored) });
  };
  const refs = await createRefReader(calls, repository.commonDir, place.gitDir);
  const [listed, submodules, head] = await Promise.all([
    listOwn(),
    submoduleSights(calls, place),
    refs.resolve('HEAD'),
  ]);
  if (!listed.ok) return listed;
  if (!submodules.ok) return submodules;
  const own = listed.value;
  const restless = submodules.value.filter(({ changed, unpushed }) => changed || unpushed > 0);
  const settled = own.moved.length === 0 && restless.length === 0;
  // Where one has work all are kept: they lie in one folder of git's.
  const folders = settled ? [] : submodules.value.map((one) => one.path);
  const wishes = ({ changed, untracked, ignored, deleted }: OwnFiles): Wishes => ({
    paths: [...new Set([...changed, ...untracked, ...ignored, ...folders])],
    deleted,
  });

  let made: Awaited<ReturnType<typeof rescue>>;
  if (wanted.whole === true) {
    const lost = head === null || admin.headRef !== null ? ok(0) : await commitsOnlyAt(calls, repository, head);
    if (!lost.ok) return lost;
    const missing = wanted.unfinished === true ? [] : own.deleted;
    const files = [own.changed, missing, own.moved, own.untracked, own.ignored].flat().length;
    if (files === 0 && lost.value === 0 && settled) return ok({ ref: null });
    made = await rescue(deps, place, path, wanted);
  } else {
    // Then its files, and what is staged, are those of its commit.
    const empty = own.clean && submodules.value.length === 0;
    if (empty && head !== null && (await isKnown(deps, head, wanted.known))) return ok({ ref: null });
    made = await rescue(deps, place, path, wanted);
    if (!made.ok) return made;
    const { foldersLeft, ignoredLeft } = made.value;
    const isSettled = (one: string): boolean => settled && submodules.value.some((submodule) => submodule.path === one);
    const lacksIgnored = typeof wanted.most === 'number' && ignoredLeft > 0 && own.ignored.length > 0;
    if (settled && !lacksIgnored && foldersLeft.every(isSettled)) return ok({ ref: made.value.ref });
    const { entries } = await walk(place.cwd, wishes(own).paths);
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (typeof wanted.most === 'number' && bytes > wanted.most) return err(rescueAsks(path, bytes, wanted.most));
    if (made.value.ref === null) made = await rescue(deps, place, path, { ...wanted, whole: true });
  }
  if (!made.ok) return made;
  const about = { path, branch: branchOf(admin), head, staged: made.value.staged ?? null };
  const list = async (): Promise<Result<Wishes, Problem>> => {
    const now = await listOwn();
    return now.ok ? ok(wishes(now.value)) : now;
  };
  const spec = { place, gitDir: admin.folder, list, modules: !settled };
  return archiveAs(deps, spec, about, made.value.ref, wanted.name);
}

/** Keeps what git's entry alone holds of a worktree whose folder is gone: commits, and submodules with work. */
export async function keepEntry(deps: RescueDeps, admin: Admin, wanted: Wanted): Promise<Kept> {
  const refs = await createRefReader(deps.calls, deps.repository.commonDir, admin.folder);
  const [head, submodules] = await Promise.all([refs.resolve('HEAD'), lookBelow(deps.calls, admin.folder)]);
  const modules = submodules.some(({ changed, unpushed }) => changed || unpushed > 0);
  // The branch that is checked out stays, and leads to it.
  const onBranch = admin.headRef?.startsWith('refs/heads/') === true;
  if (!modules && (head === null || onBranch)) return ok({ ref: null });
  const commit = head === null ? await emptyCommit(deps, admin.path) : ok(head);
  if (!commit.ok) return commit;
  const made = await rescueCommit(deps, commit.value, { ...wanted, whole: modules });
  if (!made.ok || !modules) return made.ok ? ok({ ref: made.value }) : made;
  const about = { path: admin.path, branch: branchOf(admin), head, staged: null };
  const list = () => Promise.resolve(ok({ paths: [], deleted: [] }));
  return archiveAs(deps, { place: null, gitDir: admin.folder, list, modules }, about, made.value, wanted.name);
}

const branchOf = ({ headRef }: Admin): string | null => headRef?.replace(/^refs\/heads\//, '') ?? null;

/** Under the name of its ref, or where that has files of something else under the next one that is free. */
async function archiveAs(
  deps: RescueDeps,
  spec: Omit<Parameters<typeof archive>[1], 'commonDir'>,
  about: Omit<Parameters<typeof archive>[2], 'name'>,
  first: string | null,
  wanted: string,
): Promise<Kept> {
  const { commonDir } = deps.repository;
  let ref = first;
  for (;;) {
    if (ref === null) return ok({ ref });
    const name = ref.replace(/^refs\/mam\/rescue\//, '');
    const kept = await archive(deps.calls, { ...spec, commonDir }, { name, ...about });
    if (!kept.ok) return kept;
    if (kept.value) return ok({ ref });
    const next = await keepAgain(deps, wanted, ref);
    if (!next.ok) return next;
    ref = next.value;
  }
}
