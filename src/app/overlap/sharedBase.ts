import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Branches } from '../ports/git.ts';

const usual = ['main', 'master', 'trunk'];

export interface SharedBase {
  /** As git shows it, like `origin/main`. */
  readonly name: string;
  readonly commit: string;
}

/**
 * The branch that everybody starts from: of the remote, where there is one, since that is what others have. It is the
 * one that the setting names, else the default branch. Null when there is none.
 */
export function sharedBase({ local, remote, remoteDefault }: Branches, preferred: string): SharedBase | null {
  const wanted = preferred.replace(/^refs\/(?:heads|remotes)\//, '');
  const origin = remoteName(remote);
  const names =
    wanted === ''
      ? [...(remoteDefault === null ? [] : [remoteDefault]), ...usual.map((name) => `${origin}/${name}`)]
      : [`${origin}/${wanted}`, wanted];
  const shared = origin === null ? undefined : names.find((name) => remote[name] !== undefined);
  if (shared !== undefined) return found(shared, remote);
  if (origin !== null) return null;
  const own = (wanted === '' ? usual : [wanted]).find((name) => local[name] !== undefined);
  return own === undefined ? null : found(own, local);
}

/**
 * The shared base and the local branch of its name, which may hold what was not pushed yet: whatever a branch grew out of
 * is in one of them. Empty for `branch` as one of them, and null when there is no shared base.
 */
export function sharedBases(branches: Branches, preferred: string, branch: string): readonly string[] | null {
  const shared = sharedBase(branches, preferred);
  if (shared === null) return null;
  const own =
    branches.remote[shared.name] === undefined ? shared.name : shared.name.slice(shared.name.indexOf('/') + 1);
  if (own === branch) return [];
  return [...new Set([shared.commit, branches.local[own] ?? shared.commit])];
}

/**
 * What a new branch starts at: the one that a person names, which may be a local one for work that builds on other work,
 * else the shared base. What happens to be checked out is nobody's choice.
 */
export function startBase(branches: Branches, named: string | null, preferred: string): Result<SharedBase, Problem> {
  const shared = sharedBase(branches, named ?? preferred);
  if (shared !== null) return ok(shared);
  if (named !== null && branches.local[named] !== undefined) return ok(found(named, branches.local));
  return err(
    problem(
      'base.notFound',
      'No branch was found to start from{named}. Fetch it, name another with --base, or set mam.base.',
      { named: named === null ? '' : `: ${named}` },
    ),
  );
}

const found = (name: string, among: Readonly<Record<string, string>>): SharedBase => ({
  name,
  commit: among[name] ?? '',
});

/** `origin`, else the first remote; null without any branch of one. */
function remoteName(remote: Branches['remote']): string | null {
  const names = Object.keys(remote).map((branch) => branch.slice(0, branch.indexOf('/')));
  return names.includes('origin') ? 'origin' : (names[0] ?? null);
}
