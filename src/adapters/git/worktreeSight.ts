import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { WorktreeSight } from '../../core/worktree/types.ts';
import { findAdmin, type Admin } from './admins.ts';
import type { Calls } from './calls.ts';
import { lookAt, type CreationJournal } from './creation.ts';
import { linkedPlace } from './isolation.ts';
import { listOwnFiles, notShared } from './ownFiles.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import { asideOf } from './setAside.ts';
import { canonical } from './readText.ts';
import { central, mainCheckout, type Repository } from './repository.ts';
import { lookBelow, submoduleSights } from './submoduleSights.ts';
import { unseen, walk } from './walk.ts';
import { worktreesBelow } from './worktreesBelow.ts';

export interface SightDeps {
  readonly calls: Calls;
  readonly repository: Repository;
  /** Of our own files. */
  readonly folder: string;
  readonly journal: Pick<CreationJournal, 'read'>;
}

/** Names that are kept of each list: more nobody reads. */
const mostNames = 50;

const nothing = {
  changed: [],
  untracked: [],
  ignored: [],
  counts: { changed: 0, untracked: 0, ignored: 0 },
  bytes: 0,
  submodules: [],
  specials: [],
};

/** Looks at a linked worktree of this repository, wherever its folder stands. Changes nothing. */
export async function lookAtWorktree(deps: SightDeps, wanted: string): Promise<Result<WorktreeSight, Problem>> {
  const { calls, repository } = deps;
  const path = await canonical(wanted);
  // A crash may have left it where it lies while it is removed.
  const admin = (await findAdmin(repository.commonDir, path)) ?? (await findAdmin(repository.commonDir, asideOf(path)));
  if (admin === null) return err(problems.notLinked(path));
  const refs = await createRefReader(calls, repository.commonDir, admin.folder);
  const [head, remotes, operation] = await Promise.all([
    refs.resolve('HEAD'),
    hasRemotes(repository),
    operationIn(admin.folder),
  ]);
  const lost = head === null || admin.headRef !== null ? ok(0) : await commitsOnlyAt(calls, repository, head);
  if (!lost.ok) return lost;
  const unpushed = head === null || !remotes ? ok(null) : await count(calls, repository, [head, '--not', '--remotes']);
  if (!unpushed.ok) return unpushed;
  const begun = await deps.journal.read(path);
  const unfinished = begun !== null;
  const branch = admin.headRef?.replace(/^refs\/heads\//, '') ?? null;
  const about = {
    path,
    branch,
    branchGoes: begun?.madeBranch === true && begun.spec.branch === branch && begun.spec.commit === head,
    head,
    // Git's own lock of one that was never finished is nobody's any more.
    locked: admin.locked === 'initializing' && unfinished ? null : admin.locked,
    operation,
    lost: lost.value,
    unpushed: unpushed.value,
    nested: await worktreesBelow(repository, path),
  };
  const there = await lookAt(admin.path);
  const place = there === 'missing' ? null : await linkedPlace(repository.commonDir, admin.path);
  if (place?.ok !== true) {
    const folder = there === 'missing' || there === 'empty' ? 'missing' : 'broken';
    return ok({ ...about, ...nothing, folder, submodules: await lookBelow(calls, admin.folder) });
  }
  const inside = await lookInside(deps, place.value, unfinished);
  return inside.ok ? ok({ ...about, ...inside.value, folder: admin.path === path ? 'there' : 'aside' }) : inside;
}

type Inside = Omit<typeof nothing, keyof WorktreeSight> & Pick<WorktreeSight, keyof typeof nothing>;

async function lookInside(
  { calls, repository, folder }: SightDeps,
  place: Place,
  unfinished: boolean,
): Promise<Result<Inside, Problem>> {
  const [own, submodules] = await Promise.all([listOwnFiles(calls, place, folder), submoduleSights(calls, place)]);
  if (!own.ok) return own;
  if (!submodules.ok) return submodules;
  const ignored = await notShared(place.cwd, mainCheckout(repository)?.cwd ?? null, own.value.ignored);
  // A file that git had not got to is nobody's work.
  const deleted = unfinished ? [] : own.value.deleted;
  const changed = [...own.value.changed, ...deleted, ...own.value.moved];
  const { untracked } = own.value;
  const work = submodules.value.filter(({ changed: dirty, unpushed }) => dirty || unpushed > 0).length > 0;
  const folders = work ? submodules.value.map(({ path }) => path) : [];
  const [{ entries, specials }, odd] = await Promise.all([
    walk(place.cwd, [...own.value.changed, ...untracked, ...ignored, ...folders]),
    unseen(place.cwd, [...untracked, ...own.value.ignored]),
  ]);
  return ok({
    changed: changed.slice(0, mostNames),
    untracked: untracked.slice(0, mostNames),
    ignored: ignored.slice(0, mostNames),
    counts: { changed: changed.length, untracked: untracked.length, ignored: ignored.length },
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    submodules: submodules.value,
    specials: [...specials, ...odd.specials].slice(0, mostNames),
  });
}

/** Commits that only this one leads to: no branch, no tag, no remote, and nothing that MAM keeps. */
export const commitsOnlyAt = (calls: Calls, repository: Repository, head: string): Promise<Result<number, Problem>> =>
  count(calls, repository, [head, '--not', '--branches', '--remotes', '--tags', '--glob=refs/mam/']);

async function count(
  calls: Calls,
  repository: Repository,
  revisions: readonly string[],
): Promise<Result<number, Problem>> {
  const asked = await calls.must('count commits', {
    at: central(repository),
    args: ['rev-list', '--count', ...revisions],
  });
  return asked.ok ? ok(Number(asked.value.out.trim())) : asked;
}

/** What git keeps while something is under way, with the word for it. */
const marks: readonly (readonly [file: string, operation: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

async function operationIn(folder: Admin['folder']): Promise<string | null> {
  for (const [file, operation] of marks) if (await isThere(join(folder, file))) return operation;
  return null;
}

const hasRemotes = async ({ commonDir }: Repository): Promise<boolean> =>
  (await isThere(join(commonDir, 'refs/remotes'))) || (await isThere(join(commonDir, 'packed-refs')));

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
