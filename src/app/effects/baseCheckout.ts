import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Check } from '../../core/evidence/types.ts';
import type { Change } from '../../core/loop/types.ts';
import { isTestPath } from '../../core/testLoss/isTestPath.ts';
import type { Git } from '../ports/git.ts';
import { isSetUpFailure } from './setUpCheckout.ts';

/** Where a proof is run without the change. */
interface BasePlace {
  readonly path: string;
  /** Where the change left its base: what came to the base branch since is no part of either side. */
  readonly base: string;
  /** Why nothing can be run there: its set-up did not pass. */
  readonly unfit: Problem | null;
}

/** A checkout of the base with the tests of the change, to show what they say without it. */
export interface BaseCheckout {
  /** Makes it when it is first asked for. */
  open(): Promise<Result<BasePlace, Problem>>;
  /** Removes it; nothing where none was made. */
  close(): Promise<Result<void, Problem>>;
}

interface Without extends Pick<Change, 'base' | 'head' | 'files'> {
  /** Of these the proofs name the files that they run. */
  readonly checks: readonly Check[];
}

/** `path` is a folder that is for nothing else: what an earlier, interrupted try left there goes first. */
export function createBaseCheckout(
  path: string,
  change: Without,
  {
    git,
    setUp,
  }: {
    readonly git: Pick<Git, 'changeSince' | 'createWorktree' | 'graftFiles' | 'removeWorktree'>;
    readonly setUp: (path: string) => Promise<Result<void, Problem>>;
  },
): BaseCheckout {
  let opened: Promise<Result<BasePlace, Problem>> | null = null;
  /** What is laid in is in the head already, so that nothing of it needs a copy. */
  let known: readonly string[] = [];
  const name = `${change.head}-base`;
  const make = async (): Promise<Result<BasePlace, Problem>> => {
    const left = await git.changeSince([change.base], change.head);
    if (!left.ok) return left;
    const { base } = left.value;
    const grafted = await git.graftFiles({ commit: base, from: change.head, paths: testsOf(change) });
    if (!grafted.ok) return grafted;
    known = [grafted.value.tree];
    const gone = await git.removeWorktree(path, name, known, 'none');
    if (!gone.ok) return gone;
    const made = await git.createWorktree({ path, branch: null, commit: grafted.value.commit });
    if (!made.ok) return made;
    const ready = await setUp(path);
    if (ready.ok) return ok({ path, base, unfit: null });
    return isSetUpFailure(ready.error) ? ok({ path, base, unfit: ready.error }) : err(ready.error);
  };
  return {
    open: () => (opened ??= make()),
    close: async () => {
      if (opened === null) return ok(undefined);
      await opened;
      const removed = await git.removeWorktree(path, name, known, 'none');
      return removed.ok ? ok(undefined) : removed;
    },
  };
}

/** Where the base of a checkout for checks is checked out. */
export const basePathOf = (path: string): string => `${path}-base`;

/**
 * Removes such a checkout that a crash left: whoever made it is gone, and nobody may come again to prove anything. What was
 * laid in needs no copy, as when it is closed; anything else that somebody wrote there is kept.
 */
export async function removeLeftBase(
  path: string,
  name: string,
  git: Pick<Git, 'listLinked' | 'snapshotTree' | 'removeWorktree'>,
): Promise<Result<void, Problem>> {
  const listed = await git.listLinked([path]);
  if (!listed.ok) return listed;
  if (!listed.value.some((one) => one.path === path)) return ok(undefined);
  const laid = await git.snapshotTree(path, 'tracked');
  const removed = await git.removeWorktree(path, name, laid.ok ? [laid.value] : [], 'none');
  return removed.ok ? ok(undefined) : removed;
}

/** The tests of a change by their usual names, and new files that a proof names itself: a fix of what was there is never among them. */
function testsOf({ files, checks }: Without): readonly string[] {
  const named = new Set(
    checks.filter(({ proof }) => proof).flatMap(({ argv }) => argv.map((word) => word.replace(/^\.\//, ''))),
  );
  return files
    .filter(({ path, status }) => status !== 'deleted' && (isTestPath(path) || (status === 'added' && named.has(path))))
    .map(({ path }) => path);
}
