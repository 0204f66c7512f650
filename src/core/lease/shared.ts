import { globMatcher, headOf, headsMeet, meet } from './glob.ts';

/** Paths that every task may name as context without competing for them. */
export const usualContext: readonly string[] = ['tasks/queue.md', 'docs/plans/**', 'reports/agent_loop/**'];

interface Pair {
  readonly a: string;
  readonly b: string;
}

const isGlob = (claim: string): boolean => /[*?{}]/.test(claim);

/** Whether a claim names files, and none that anybody would compete for. */
export const isContextOnly = (claims: readonly string[], context: readonly string[] = usualContext): boolean => {
  const contexts = context.map(globMatcher);
  return claims.length > 0 && claims.every((claim) => contexts.some((covers) => covers(claim)));
};

/** One spelling for a path and for itself in other case, as some disks have it; `null` for a path that names nothing. */
const keyOf = (path: string): string =>
  path
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .toLowerCase()
    .toUpperCase();

const ancestors = (key: string): readonly string[] => {
  const parts = key.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
};

/** Pairs of plain paths that are the same or lie below one another, by an index: a change may name thousands. */
function sharedPlain(a: readonly string[], b: readonly { readonly path: string; readonly key: string }[]): Pair[] {
  if (a.length === 0) return [];
  const exact = new Map<string, string>();
  const above = new Map<string, string>();
  for (const path of a) {
    const key = keyOf(path);
    exact.set(key, path);
    for (const folder of ancestors(key)) above.set(folder, path);
  }
  return b.flatMap(({ path, key }) => {
    const over = ancestors(key).find((folder) => exact.has(folder));
    const found = exact.get(key) ?? above.get(key) ?? (over === undefined ? undefined : exact.get(over));
    return found === undefined ? [] : [{ a: found, b: path }];
  });
}

/** The files that two claims compete for, as closely as either of them names them. */
export function contested(a: readonly string[], b: readonly string[], context?: readonly string[]): readonly string[] {
  const pairs = [...shared(a, b, context), ...shared(b, a, context)];
  return [...new Set(pairs.map(narrower))].toSorted();
}

/** A path says more than a pattern, and a file more than the folder that it is in. */
const narrower = ({ a, b }: Pair): string =>
  isGlob(a) === isGlob(b) ? (a.length > b.length ? a : b) : isGlob(b) ? a : b;

/** Every claim of `b` that could name a file which one of `a` names too, beside that one. Context paths count for neither. */
export const shared = (
  a: readonly string[],
  b: readonly string[],
  context: readonly string[] = usualContext,
): readonly Pair[] => sharedWith(b, context)(a);

/** The same for one `b` and the claims of many others: what is looked for is taken apart once. */
export function sharedWith(
  b: readonly string[],
  context: readonly string[] = usualContext,
): (a: readonly string[]) => readonly Pair[] {
  const contexts = context.map(globMatcher);
  // Subtracted one by one, so that a mixed claim keeps its real files.
  const competing = (claims: readonly string[]) => claims.filter((claim) => !contexts.some((covers) => covers(claim)));
  const right = competing(b).map((claim) => ({ claim, glob: isGlob(claim), head: headOf(claim) }));
  const paths = right.flatMap(({ claim, glob }) => (glob ? [] : [{ path: claim, key: keyOf(claim) }]));
  return (a) => {
    const left = competing(a).map((claim) => ({ claim, glob: isGlob(claim), head: headOf(claim) }));
    const plain = sharedPlain(
      left.flatMap(({ claim, glob }) => (glob ? [] : [claim])),
      paths,
    );
    const globs = left.filter((one) => one.glob);
    const known = new Set(plain.map((pair) => pair.b));
    const wide = right.flatMap(({ claim, glob, head }) => {
      if (known.has(claim)) return [];
      const found = (glob ? left : globs).find((one) => headsMeet(one.head, head) && meet(one.claim, claim));
      return found === undefined ? [] : [{ a: found.claim, b: claim }];
    });
    return [...plain, ...wide];
  };
}
