import { covers, meet } from './glob.ts';

/** Paths that every task may name as context without competing for them. */
export const usualContext: readonly string[] = ['tasks/queue.md', 'docs/plans/**', 'reports/agent_loop/**'];

/** What a claim competes for: context paths are subtracted one by one, so that a mixed claim keeps its real files. */
const competing = (claims: readonly string[], context: readonly string[]): readonly string[] =>
  claims.filter((claim) => !context.some((path) => covers(path, claim)));

interface Pair {
  readonly a: string;
  readonly b: string;
}

const isGlob = (claim: string): boolean => /[*?{}]/.test(claim);

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
function sharedPlain(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const exact = new Map<string, string>();
  const above = new Map<string, string>();
  for (const path of a) {
    const key = keyOf(path);
    exact.set(key, path);
    for (const folder of ancestors(key)) above.set(folder, path);
  }
  return b.flatMap((path) => {
    const key = keyOf(path);
    const over = ancestors(key).find((folder) => exact.has(folder));
    const found = exact.get(key) ?? above.get(key) ?? (over === undefined ? undefined : exact.get(over));
    return found === undefined ? [] : [{ a: found, b: path }];
  });
}

/** Every claim of `b` that could name a file which one of `a` names too, beside that one. Context paths count for neither. */
export function shared(
  a: readonly string[],
  b: readonly string[],
  context: readonly string[] = usualContext,
): readonly Pair[] {
  const [left, right] = [competing(a, context), competing(b, context)];
  const plain = sharedPlain(
    left.filter((claim) => !isGlob(claim)),
    right.filter((claim) => !isGlob(claim)),
  );
  const globs = left.filter(isGlob);
  const known = new Set(plain.map((pair) => pair.b));
  const wide = right.flatMap((claim) => {
    if (known.has(claim)) return [];
    const found = (isGlob(claim) ? left : globs).find((one) => meet(one, claim));
    return found === undefined ? [] : [{ a: found, b: claim }];
  });
  return [...plain, ...wide];
}
