import { globMatcher, headOf, headsMeet, partGlob, partsMeet, type GlobParts } from './glob.ts';

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

interface Part {
  readonly claim: string;
  readonly glob: boolean;
  readonly head: readonly string[];
  readonly parts: GlobParts;
}

/** What claims name beside context, taken apart. */
interface Parts {
  readonly all: readonly Part[];
  readonly globs: readonly Part[];
  /** Plain paths by their key, and by each folder above them: a change may name thousands. */
  readonly exact: ReadonlyMap<string, string>;
  readonly above: ReadonlyMap<string, string>;
}

/** By the context that is taken out, and by the claims: after every event the same tasks are asked about as before it. */
const known = new WeakMap<readonly string[], WeakMap<readonly string[], Parts>>();

function partsOf(claims: readonly string[], context: readonly string[]): Parts {
  const before = known.get(context) ?? new WeakMap<readonly string[], Parts>();
  known.set(context, before);
  const kept = before.get(claims);
  if (kept) return kept;
  const contexts = context.map(globMatcher);
  // Subtracted one by one, so that a mixed claim keeps its real files.
  const competing = claims.filter((claim) => !contexts.some((covers) => covers(claim)));
  const all = competing.map((claim) => ({ claim, glob: isGlob(claim), head: headOf(claim), parts: partGlob(claim) }));
  const exact = new Map<string, string>();
  const above = new Map<string, string>();
  for (const { claim, glob } of all) {
    if (glob) continue;
    const key = keyOf(claim);
    exact.set(key, claim);
    for (const folder of ancestors(key)) above.set(folder, claim);
  }
  const parts = { all, globs: all.filter(({ glob }) => glob), exact, above };
  before.set(claims, parts);
  return parts;
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
  const right = soughtOf(b, context);
  return (a) => {
    const left = partsOf(a, context);
    const plain: Pair[] = [];
    const wide: Pair[] = [];
    for (const sought of right) {
      const path = pathMeeting(left, sought);
      const found = path ?? globMeeting(left, sought);
      if (found !== undefined) (path === undefined ? wide : plain).push({ a: found, b: sought.claim });
    }
    return [...plain, ...wide];
  };
}

/** Whether there is any such claim. */
export function sharesWith(
  b: readonly string[],
  context: readonly string[] = usualContext,
): (a: readonly string[]) => boolean {
  const right = soughtOf(b, context);
  return (a) => {
    const left = partsOf(a, context);
    return right.some((sought) => (pathMeeting(left, sought) ?? globMeeting(left, sought)) !== undefined);
  };
}

const soughtOf = (claims: readonly string[], context: readonly string[]): readonly Sought[] =>
  partsOf(claims, context).all.map((part) => {
    const key = part.glob ? null : keyOf(part.claim);
    return { ...part, key, over: key === null ? [] : ancestors(key) };
  });

interface Sought extends Part {
  /** Null for a glob. */
  readonly key: string | null;
  /** The folders above it. */
  readonly over: readonly string[];
}

/** A plain path of `left` that is the same as this one, or lies above or below it. */
function pathMeeting({ exact, above }: Parts, { key, over }: Sought): string | undefined {
  if (key === null || exact.size === 0) return undefined;
  const folder = over.find((one) => exact.has(one));
  return exact.get(key) ?? above.get(key) ?? (folder === undefined ? undefined : exact.get(folder));
}

/** A claim of `left` that may name the same file, where one of both is a glob. */
const globMeeting = ({ all, globs }: Parts, { glob, head, parts }: Sought): string | undefined =>
  (glob ? all : globs).find((one) => headsMeet(one.head, head) && partsMeet(one.parts, parts))?.claim;
