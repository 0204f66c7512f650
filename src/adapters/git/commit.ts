import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { branchProblem, checkedOutAt } from './branches.ts';
import type { Calls } from './calls.ts';
import { fastForward } from './fastForward.ts';
import { moveRef, type Identity } from './moveRef.ts';
import type { Porcelain } from './porcelain.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';

/** Makes a commit object: no hooks, no signature, and nothing of it depends on the clock or the user's settings. */
export async function writeCommit(
  calls: Calls,
  repository: Repository,
  who: Identity,
  spec: { readonly tree: string; readonly parents: readonly string[]; readonly message: string; readonly at: string },
): Promise<Result<string, Problem>> {
  const date = `@${Math.floor(Date.parse(spec.at) / 1000)} +0000`;
  const parents = spec.parents.flatMap((parent) => ['-p', parent]);
  const made = await calls.must('make the commit', {
    at: central(repository),
    args: ['commit-tree', '--no-gpg-sign', ...parents, '-F', '-', spec.tree],
    input: spec.message.endsWith('\n') ? spec.message : `${spec.message}\n`,
    env: {
      GIT_AUTHOR_NAME: who.name,
      GIT_AUTHOR_EMAIL: who.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: who.name,
      GIT_COMMITTER_EMAIL: who.email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return made.ok ? ok(made.value.out.trim()) : made;
}

/**
 * Commits a tree and moves the branch from `expect` (null: makes it) by compare and swap. The same call again finds its
 * own commit. What the branch held and the new commit doesn't follow is kept below `refs/mam/rescue/` first.
 */
export async function commit(
  { calls, porcelain, who }: { readonly calls: Calls; readonly porcelain: Porcelain; readonly who: Identity },
  repository: Repository,
  spec: {
    readonly tree: string;
    readonly parent: string;
    readonly expect: string | null;
    readonly branch: string;
    readonly message: string;
    readonly at: string;
    readonly guard?: () => Promise<Problem | null>;
    readonly follow?: boolean;
  },
): Promise<Result<{ readonly head: string; readonly tree: string }, Problem>> {
  const made = await writeCommit(calls, repository, who, { ...spec, parents: [spec.parent] });
  if (!made.ok) return made;
  const head = made.value;
  const ref = `refs/heads/${spec.branch}`;
  const done = ok({ head, tree: spec.tree });
  const refs = await createRefReader(calls, repository.commonDir, repository.commonDir);
  const found = await refs.resolve(ref);
  if (found === head) return done;
  if (found !== spec.expect) return err(problems.commitMoved(spec.branch, found ?? '-'));
  if (spec.follow === true && found !== null) {
    const forbidden = await spec.guard?.();
    if (forbidden) return err(forbidden);
    const moved = await fastForward({ calls, porcelain, who }, repository, { baseRef: ref, base: found, head });
    return moved.ok ? done : moved;
  }
  const path = await checkedOutAt(calls, repository, spec.branch);
  if (path !== null) return err(problems.commitCheckedOut(spec.branch, path));
  const ready =
    found === null
      ? await canBeMade(calls, repository, spec.branch)
      : await keepOld(calls, repository, who, found, spec.parent);
  if (!ready.ok) return ready;
  const forbidden = await spec.guard?.();
  if (forbidden) return err(forbidden);
  const moved = await moveRef(calls, repository, who, { ref, to: head, old: found, why: 'mam: commit' });
  if (!moved.ok) return moved;
  return moved.value ? done : err(problems.commitMoved(spec.branch, (await refs.resolve(ref)) ?? '-'));
}

async function canBeMade(calls: Calls, repository: Repository, branch: string): Promise<Result<void, Problem>> {
  const why = await branchProblem(calls, repository, branch);
  return why === null ? ok(undefined) : err(why);
}

/** The name is the commit's own, so that the same call again finds its own copy. */
async function keepOld(
  calls: Calls,
  repository: Repository,
  who: Identity,
  old: string,
  parent: string,
): Promise<Result<void, Problem>> {
  const follows = await calls.run('compare commits', {
    at: central(repository),
    args: ['merge-base', '--is-ancestor', old, parent],
  });
  if (!follows.ok) return follows;
  if (follows.value.code === 0) return ok(undefined);
  const kept = await moveRef(calls, repository, who, {
    ref: `refs/mam/rescue/${old}`,
    to: old,
    old: null,
    why: 'mam: rescue',
  });
  return kept.ok ? ok(undefined) : kept;
}
