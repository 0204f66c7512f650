import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { checkoutsOf } from './branches.ts';
import { splitNul, type Calls } from './calls.ts';
import { moveRef, type Identity } from './moveRef.ts';
import type { Porcelain } from './porcelain.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import type { Place } from './place.ts';
import { central, type Repository } from './repository.ts';
import { statusEntries } from './statusEntries.ts';

/** Files of a git dir that tell that something is only half done there. */
const unfinished: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/**
 * Moves a local branch forward to `head`, only if it still is at `base`. Where it is checked out, the files follow, and
 * only if nothing is half done there and none of the files that change is changed or staged there. On every failure all stays as it was.
 */
export async function fastForward(
  deps: { readonly calls: Calls; readonly porcelain: Porcelain; readonly who: Identity },
  repository: Repository,
  spec: { readonly baseRef: string; readonly base: string; readonly head: string },
): Promise<Result<void, Problem>> {
  const { calls } = deps;
  const branch = spec.baseRef.replace(/^refs\/heads\//, '');
  const ref = `refs/heads/${branch}`;
  const refs = await createRefReader(calls, repository.commonDir, repository.commonDir);
  const found = branch === 'HEAD' ? null : await refs.resolve(ref);
  if (found === null) return err(problems.noTarget(spec.baseRef));
  if (found === spec.head) return ok(undefined);
  if (found !== spec.base) return err(problems.baseMoved(spec.baseRef, found));
  const follows = await calls.run('compare commits', {
    at: central(repository),
    args: ['merge-base', '--is-ancestor', spec.base, spec.head],
  });
  if (!follows.ok) return follows;
  if (follows.value.code > 1) return err(problems.objectMissing(spec.head));
  if (follows.value.code === 1) return err(problems.notFastForward(spec.baseRef));

  const [checkout, second] = await checkoutsOf(calls, repository, branch);
  if (second !== undefined) return err(problems.mergeBlocked(second.path, because('the branch is checked out twice')));
  if (checkout === undefined) {
    const moved = await moveRef(calls, repository, deps.who, {
      ref,
      to: spec.head,
      old: spec.base,
      why: 'mam: fast-forward',
    });
    if (!moved.ok) return moved;
    return moved.value ? ok(undefined) : err(problems.baseMoved(spec.baseRef, (await refs.resolve(ref)) ?? '-'));
  }

  const place = { cwd: checkout.path, gitDir: checkout.gitDir, workTree: checkout.path };
  for (const [file, what] of unfinished) {
    const there = await access(join(place.gitDir, file)).then(
      () => true,
      () => false,
    );
    if (there) return err(problems.mergeInProgress(place.cwd, what));
  }
  const inTheWay = await changedInBoth(calls, place, spec);
  if (!inTheWay.ok) return inTheWay;
  const [path] = inTheWay.value;
  if (path !== undefined) return err(problems.mergeDirty(place.cwd, path));
  const merged = await deps.porcelain.fastForward(place, spec.head);
  if ((await refs.resolve(ref)) === spec.head) return ok(undefined);
  return merged.ok ? err(problems.baseMoved(spec.baseRef, (await refs.resolve(ref)) ?? '-')) : merged;
}

/** Files that a person changed or staged in the checkout and that the new commit brings too. Others stay as they are. */
async function changedInBoth(
  calls: Calls,
  at: Place,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<Result<readonly string[], Problem>> {
  const here = await calls.must('look for changes', {
    at,
    args: ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=no', '--ignore-submodules=dirty'],
  });
  if (!here.ok) return here;
  const dirty = statusEntries(here.value.out).map(({ path }) => path);
  if (dirty.length === 0) return ok([]);
  const coming = await calls.must('compare commits', {
    at,
    args: ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff', base, head],
  });
  if (!coming.ok) return coming;
  const changed = new Set(splitNul(coming.value.out));
  return ok(dirty.filter((path) => changed.has(path)));
}
