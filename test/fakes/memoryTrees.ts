import { createHash } from 'node:crypto';
import type { FileChange } from '../../src/core/loop/types.ts';
import { findSecrets } from '../../src/core/privacy/secrets.ts';

/** Path to text. */
export type Files = ReadonlyMap<string, string>;

/** An id of 40 digits that follows from the content alone, as git's do. */
export const idOf = (kind: string, ...parts: readonly string[]): string =>
  createHash('sha1')
    .update(JSON.stringify([kind, ...parts]))
    .digest('hex');

export const treeId = (files: Files): string =>
  idOf('tree', ...[...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).flat());

const lines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** How many lines of `a` are not among those of `b`, each counted as often as it occurs. */
function surplus(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of b) left.set(line, (left.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of a) {
    const rest = left.get(line) ?? 0;
    if (rest === 0) count += 1;
    else left.set(line, rest - 1);
  }
  return count;
}

export function changesBetween(from: Files, to: Files): FileChange[] {
  const paths = [...new Set([...from.keys(), ...to.keys()])].toSorted();
  return paths.flatMap((path): FileChange[] => {
    const before = from.get(path);
    const after = to.get(path);
    if (before === after) return [];
    const status = before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified';
    const [a, b] = [lines(before ?? ''), lines(after ?? '')];
    return [{ path, status, added: surplus(b, a), removed: surplus(a, b) }];
  });
}

/** A readable stand-in for a unified diff: whole files, removed lines before added ones. */
export const patchBetween = (from: Files, to: Files): string =>
  changesBetween(from, to)
    .map(({ path }) => {
      const removed = lines(from.get(path) ?? '').map((line) => `-${line}\n`);
      const added = lines(to.get(path) ?? '').map((line) => `+${line}\n`);
      return [`diff --git a/${path} b/${path}\n`, ...removed, ...added].join('');
    })
    .join('');

/** Secrets in changed files that hold a NUL, which git takes for no text. */
export const binariesBetween = (from: Files, to: Files): { path: string; secrets: readonly string[] }[] =>
  [...to]
    .filter(([path, text]) => text.includes('\0') && from.get(path) !== text)
    .map(([path, text]) => ({ path, secrets: findSecrets(text) }));

/** Paths that both sides changed, differently, since their common base. */
export const conflictsOf = (base: Files, ours: Files, theirs: Files): string[] =>
  [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])]
    .filter((path) => {
      const [b, o, t] = [base.get(path), ours.get(path), theirs.get(path)];
      return o !== t && o !== b && t !== b;
    })
    .toSorted();
