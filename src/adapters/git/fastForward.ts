import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { checkoutsOf } from './branches.ts';
import type { Calls } from './calls.ts';
import { moveRef, type Identity } from './commit.ts';
import type { Porcelain } from './porcelain.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';

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
 * only if nothing is changed, staged or half done there. On every failure all stays as it was.
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
  if (second !== undefined) return err(problems.mergeBlocked(second.path, 'the branch is checked out twice'));
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
  const dirty = await calls.must('look for changes', {
    at: place,
    args: ['status', '--porcelain=v2', '-z', '--untracked-files=no', '--ignore-submodules=dirty'],
  });
  if (!dirty.ok) return dirty;
  if (dirty.value.out !== '') return err(problems.mergeDirty(place.cwd));
  const merged = await deps.porcelain.fastForward(place, spec.head);
  if ((await refs.resolve(ref)) === spec.head) return ok(undefined);
  return merged.ok ? err(problems.baseMoved(spec.baseRef, (await refs.resolve(ref)) ?? '-')) : merged;
}
