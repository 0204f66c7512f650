import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { covers, isTooBroad } from './glob.ts';
import { shared, usualContext } from './shared.ts';

/** An exclusive claim of the whole repository. */
export const wholeRepository: readonly string[] = ['**'];

/** A claim in its stored form, or null when it leaves the repository, names nothing, or stands for too much to compare. */
export function normaliseClaim(text: string): string | null {
  const path = text.trim().replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  // Git's own folder is no part of what is versioned, in whatever case a file system takes its name.
  if (parts.some((part) => part.toLowerCase() === '.git')) return null;
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || parts.includes('..') || isTooBroad(path)) return null;
  return parts.length > 0 ? parts.join('/') : null;
}

/** All of a person's claims in their stored form; `claims.invalid` names the first that is none, or that there are none. */
export function normaliseClaims(claims: readonly string[]): Result<readonly string[], Problem> {
  const clean = claims.flatMap((claim) => normaliseClaim(claim) ?? []);
  if (clean.length === claims.length && clean.length > 0) return ok(clean);
  return err(
    problem('claims.invalid', '{claim} is no path inside the repository. Name files or globs relative to its root.', {
      claim: claims.find((claim) => normaliseClaim(claim) === null) ?? '',
    }),
  );
}

/** A pair of claims that could name the same file, or null when the two sets are disjoint. */
export const overlap = (
  a: readonly string[],
  b: readonly string[],
  context: readonly string[] = usualContext,
): { readonly a: string; readonly b: string } | null => shared(a, b, context)[0] ?? null;

/** The paths that lie outside every claim. */
export const outside = (claims: readonly string[], paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !claims.some((claim) => covers(claim, path)));
