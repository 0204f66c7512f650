import { fill, problem, type Problem } from '../../base/problem.ts';
import type { FetchedBase } from '../../core/worktree/types.ts';
import type { SharedBase } from '../overlap/sharedBase.ts';
import type { Git } from '../ports/git.ts';

/** As long as a person waits without wondering; offline it is mostly over at once. */
const mostMs = 20_000;

export interface FreshBase {
  readonly base: SharedBase;
  readonly fetched: FetchedBase;
  readonly warnings: readonly Problem[];
}

/** The remote that a base is of, and its branch there; null for one of no remote. */
export async function remoteOf(
  git: Pick<Git, 'remoteNames'>,
  { name }: SharedBase,
): Promise<{ readonly remote: string; readonly branch: string } | null> {
  const listed = await git.remoteNames();
  const names = listed.ok ? listed.value.toSorted((a, b) => b.length - a.length) : [];
  const remote = names.find((one) => name.startsWith(`${one}/`));
  return remote === undefined ? null : { remote, branch: name.slice(remote.length + 1) };
}

/** A base as its remote has it now. What can't be fetched, without a network or in time, is used as it is here, and that is said. */
export async function freshBase(git: Pick<Git, 'remoteNames' | 'fetchBranch'>, base: SharedBase): Promise<FreshBase> {
  const from = await remoteOf(git, base);
  if (from === null) return { base, fetched: 'no-remote', warnings: [ofNoRemote(base)] };
  const fetched = await git.fetchBranch({ ...from, timeoutMs: mostMs });
  return fetched.ok
    ? { base: { ...base, commit: fetched.value.commit }, fetched: 'fetched', warnings: [] }
    : { base, fetched: 'failed', warnings: [notFetched(base, fetched.error)] };
}

/** What is known before anything is fetched. */
export const ofNoRemote = ({ name }: SharedBase): Problem =>
  problem('worktree.noRemote', 'The base {base} is no branch of a remote, so it is used as it is here.', {
    base: name,
  });

const notFetched = ({ name }: SharedBase, why: Problem): Problem =>
  problem(
    'worktree.notFetched',
    'The base {base} could not be fetched and is used as it is here: {reason} Fetch it first where that matters.',
    { base: name, reason: fill(why.text, why.params).replace(/[.]?$/, '.') },
  );
