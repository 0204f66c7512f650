/**
 * Globs over repository paths: `*` and `?` within a segment, `**` across segments, `{a,b}` alternatives. A pattern whose
 * last segment has no wildcard also covers everything below it, so that a folder can be claimed by its name.
 */

/** Alternatives that one glob may stand for. More could hide anything, and looking through them would take for ever. */
const mostAlternatives = 100;

const segments = (pattern: string): string[] =>
  pattern
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.');

/** Expands `{a,b}`, innermost first; null when there are too many. */
function alternatives(glob: string): readonly string[] | null {
  const open = [glob];
  const done: string[] = [];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [whole, head = '', body = '', tail = ''] = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(one) ?? [];
    if (whole === undefined) done.push(one);
    else for (const choice of body.split(',')) open.push(head + choice + tail);
    if (open.length + done.length > mostAlternatives) return null;
  }
  return done;
}

/** Whether a glob stands for more alternatives than can be looked through. */
export const isTooBroad = (glob: string): boolean => alternatives(glob) === null;

const patterns = (glob: string): readonly string[][] | null =>
  alternatives(glob)?.flatMap((one) => {
    const parts = segments(one);
    return /[*?]/.test(parts.at(-1) ?? '*') ? [parts] : [parts, [...parts, '**']];
  }) ?? null;

/**
 * Whether two sequences can be one and the same, where a star stands for any number of items. It keeps one row of what
 * is reachable, so that its cost is the product of the lengths, however many stars there are.
 */
function canBeSame<T>(
  a: readonly T[],
  b: readonly T[],
  isStar: { readonly a: (item: T) => boolean; readonly b: (item: T) => boolean },
  same: (x: T, y: T) => boolean,
): boolean {
  let row = [true];
  for (const [j, y] of b.entries()) row.push((row[j] ?? false) && isStar.b(y));
  for (const x of a) {
    const next = [(row[0] ?? false) && isStar.a(x)];
    for (const [j, y] of b.entries()) {
      const [left = false, above = false, diagonal = false] = [next[j], row[j + 1], row[j]];
      next.push(isStar.a(x) || isStar.b(y) ? left || above : diagonal && same(x, y));
    }
    row = next;
  }
  return row.at(-1) ?? false;
}

const star = (item: string): boolean => item === '*';
const stars = (item: string): boolean => item === '**';
const never = (): boolean => false;

/** Some disks keep one file under all spellings of its name, so a clash is looked for without regard to case. */
const fold = (text: string): string => text.toLowerCase().toUpperCase();

const segmentCovers = (pattern: string, name: string): boolean => {
  // Nearly every segment is a plain name or has one star; those need no table.
  const [head = '', tail, more] = pattern.split('*');
  if (pattern.includes('?') || more !== undefined) return matchesSegment(pattern, name);
  if (tail === undefined) return pattern === name;
  return name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
};

const matchesSegment = (pattern: string, name: string): boolean =>
  canBeSame(Array.from(pattern), Array.from(name), { a: star, b: never }, (x, y) => x === '?' || x === y);

const segmentsMeet = (a: string, b: string): boolean =>
  // Nearly every segment is a plain name; those need no table.
  a === b || (isPlain(a) && isPlain(b) ? fold(a) === fold(b) && isAsLong(a, b) : wildSegmentsMeet(a, b));

/** In letters: `ß` is none of the spellings of `SS`. */
const isAsLong = (a: string, b: string): boolean => Array.from(a).length === Array.from(b).length;

const isPlain = (segment: string): boolean => !/[*?]/.test(segment);

const wildSegmentsMeet = (a: string, b: string): boolean =>
  canBeSame(
    Array.from(a),
    Array.from(b),
    { a: star, b: star },
    (x, y) => x === '?' || y === '?' || fold(x) === fold(y),
  );

/** Whether `path` is covered by `glob`. */
export const covers = (glob: string, path: string): boolean => globMatcher(glob)(path);

/** The same for many paths: the glob is taken apart once. */
export function globMatcher(glob: string): (path: string) => boolean {
  // Most claims name a file or folder, and a change may have thousands of files: those need no matching.
  if (!/[*?{}]/.test(glob)) {
    const named = segments(glob);
    return (path) => {
      const target = segments(path);
      return named.length > 0 && named.every((part, i) => part === target[i]);
    };
  }
  const parted = patterns(glob) ?? [];
  return (path) => {
    const target = segments(path);
    return parted.some(
      (parts) => endsFit(parts, target) && canBeSame(parts, target, { a: stars, b: never }, segmentCovers),
    );
  };
}

/** False when the first or the last segment alone keeps a path from being covered, as it does for nearly every one. */
const endsFit = (parts: readonly string[], target: readonly string[]): boolean =>
  [0, -1].every((i) => {
    const [part, name] = [parts.at(i), target.at(i)];
    return part === undefined || name === undefined || stars(part) || segmentCovers(part, name);
  });

/** The segments that every path of a glob begins with, without regard to case. */
export function headOf(glob: string): readonly string[] {
  const parts = segments(glob);
  const wild = parts.findIndex((part) => /[*?{}]/.test(part));
  return (wild === -1 ? parts : parts.slice(0, wild)).map(fold);
}

/** False when no path can begin with both heads, so that two globs with these never meet. */
export const headsMeet = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((part, i) => i >= b.length || part === b[i]);

/** Whether some path could be covered by both. Case is ignored, since on some disks `A` and `a` are one file. */
export const meet = (a: string, b: string): boolean => globMeeter(b)(a);

/** The same for many others: `b` is taken apart once. */
export function globMeeter(b: string): (a: string) => boolean {
  const right = partGlob(b);
  return (a) => partsMeet(partGlob(a), right);
}

/** A glob taken apart, for whoever asks about it again and again; null for one that may be anything. */
export type GlobParts = readonly (readonly string[])[] | null;

export const partGlob = (glob: string): GlobParts => patterns(glob);

export const partsMeet = (a: GlobParts, b: GlobParts): boolean =>
  a === null || b === null || a.some((x) => b.some((y) => canBeSame(x, y, { a: stars, b: stars }, segmentsMeet)));
