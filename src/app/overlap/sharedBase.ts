import type { Branches } from '../ports/git.ts';

const usual = ['main', 'master', 'trunk'];

/**
 * The branch that everybody starts from: of the remote, where there is one, since that is what others have. It is the
 * one that the setting names, else the default branch. Null when there is none.
 */
export function sharedBase(
  { local, remote, remoteDefault }: Branches,
  preferred: string,
): { readonly name: string; readonly commit: string } | null {
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

const found = (
  name: string,
  among: Readonly<Record<string, string>>,
): { readonly name: string; readonly commit: string } => ({ name, commit: among[name] ?? '' });

/** `origin`, else the first remote; null without any branch of one. */
function remoteName(remote: Branches['remote']): string | null {
  const names = Object.keys(remote).map((branch) => branch.slice(0, branch.indexOf('/')));
  return names.includes('origin') ? 'origin' : (names[0] ?? null);
}
