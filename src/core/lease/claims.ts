import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { covers, isTooBroad, meet } from './glob.ts';

/** An exclusive claim of the whole repository. */
export const wholeRepository: readonly string[] = ['**'];

/** Paths that every task may name as context without competing for them. */
const contextOnly: readonly string[] = ['tasks/queue.md', 'docs/plans/**', 'reports/agent_loop/**'];

/** A claim in its stored form, or null when it leaves the repository, names nothing, or stands for too much to compare. */
export function normaliseClaim(text: string): string | null {
  const path = text.trim().replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
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

/** What a claim competes for: context paths are subtracted one by one, so that a mixed claim keeps its real files. */
const competing = (claims: readonly string[]): readonly string[] =>
  claims.filter((claim) => !contextOnly.some((context) => covers(context, claim)));

/** The first pair of claims that could name the same file, or null when the two sets are disjoint. */
export function overlap(a: readonly string[], b: readonly string[]): { readonly a: string; readonly b: string } | null {
  for (const x of competing(a)) for (const y of competing(b)) if (meet(x, y)) return { a: x, b: y };
  return null;
}

/** The paths that lie outside every claim. */
export const outside = (claims: readonly string[], paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !claims.some((claim) => covers(claim, path)));
