import { problem, type Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';

/** Whether two worktrees would merge as they are. */
export type MergeForecast =
  | { readonly kind: 'clean' }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** Not known, which is never taken for clean. */
  | { readonly kind: 'unknown'; readonly why: Problem };

/** What two worktrees have to do with each other. */
export interface Overlap {
  /** Paths that both changed, sorted; null when one of them could not be looked at. */
  readonly files: readonly string[] | null;
  /** Load-bearing ones of those that both changed or that would conflict. */
  readonly loadBearing: readonly string[];
  readonly forecast: MergeForecast;
}

/** `foreign`: a worktree that MAM did not make. */
export type CheckoutKind = 'mam' | 'main' | 'foreign';

/** An overlap as one of the two sees it. */
export interface OverlapWith extends Overlap {
  /** Path of the other worktree. */
  readonly other: string;
  readonly kind: CheckoutKind;
  /** Branch of the other one; null when it is detached, or one of MAM's that the log tells more about. */
  readonly branch: string | null;
}

/** Paths that a worktree changed, and those of them that are too large to be read; or why nobody knows. */
export type WorktreeWork = Result<{ readonly files: readonly string[]; readonly unread: readonly string[] }, Problem>;

/** Whether a merge of two is worth a forecast: one that changed nothing can't be in the way. */
export const mayMeet = (a: WorktreeWork, b: WorktreeWork): boolean =>
  a.ok && b.ok && a.value.files.length > 0 && b.value.files.length > 0;

/**
 * Compares two worktrees; null when they have nothing to do with each other: no file in common and a clean forecast, or
 * one of them changed nothing. `forecast` is only used where `mayMeet` holds.
 */
export function compareWorktrees(
  a: WorktreeWork,
  b: WorktreeWork,
  forecast: () => MergeForecast,
  isLoadBearing: (path: string) => boolean,
): Overlap | null {
  if (!a.ok) return { files: null, loadBearing: [], forecast: { kind: 'unknown', why: a.error } };
  if (!b.ok) return { files: null, loadBearing: [], forecast: { kind: 'unknown', why: b.error } };
  if (!mayMeet(a, b)) return null;
  const found = withUnread(forecast(), a.value, b.value);
  const theirs = new Set(b.value.files);
  const files = a.value.files.filter((path) => theirs.has(path)).toSorted();
  if (files.length === 0 && found.kind === 'clean') return null;
  const bearing = new Set([...files, ...(found.kind === 'conflict' ? found.files : [])]);
  return { files, loadBearing: [...bearing].filter(isLoadBearing).toSorted(), forecast: found };
}

interface Work {
  readonly files: readonly string[];
  readonly unread: readonly string[];
}

/** Whether one path is the other, or a folder that holds it. */
const collide = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

/** A file that nobody read may conflict with whatever the other one has at its place. */
function withUnread(found: MergeForecast, a: Work, b: Work): MergeForecast {
  if (found.kind !== 'clean') return found;
  const path =
    a.unread.find((one) => b.files.some((other) => collide(one, other))) ??
    b.unread.find((one) => a.files.some((other) => collide(one, other)));
  return path === undefined
    ? found
    : { kind: 'unknown', why: problem('overlap.tooLarge', '{path} is too large to compare.', { path }) };
}

/** What matters most comes first: a conflict, then what is unknown, then what merges. */
export function sortOverlaps(overlaps: readonly OverlapWith[]): readonly OverlapWith[] {
  const rank = { conflict: 0, unknown: 1, clean: 2 };
  return overlaps.toSorted((a, b) => rank[a.forecast.kind] - rank[b.forecast.kind] || (a.other < b.other ? -1 : 1));
}
