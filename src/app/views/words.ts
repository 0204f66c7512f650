import type { ViewContext } from './viewContext.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A length of time in a reader's words: `40 s`, `3 min`, `2 h 5 min`. */
export const duration = (ctx: ViewContext, ms: number): string => {
  const { t } = ctx;
  if (ms < minute) return t('{seconds} s', { seconds: Math.max(0, Math.round(ms / 1000)) });
  if (ms < hour) return t('{minutes} min', { minutes: Math.floor(ms / minute) });
  return t('{hours} h {minutes} min', { hours: Math.floor(ms / hour), minutes: Math.floor((ms % hour) / minute) });
};

/** A point in time: relative under an hour, a clock time after. */
export const since = (ctx: ViewContext, iso: string): string => {
  const age = ctx.age(iso);
  return age < hour ? duration(ctx, age) : ctx.clock(iso);
};

/** A number that is another one whenever `since` says something else. */
export const sinceStep = (ctx: ViewContext, iso: string): number => {
  const age = ctx.age(iso);
  if (age >= hour) return -1;
  return age < minute ? Math.max(0, Math.round(age / 1000)) : 1000 + Math.floor(age / minute);
};

/** Seven characters of a commit, as people read it. */
export const shortCommit = (commit: string): string => commit.slice(0, 7);

/** A branch without the prefix that only git needs. */
export const shortRef = (ref: string): string =>
  /^[0-9a-f]{40,64}$/.test(ref) ? ref.slice(0, 7) : ref.replace(/^refs\/(heads|remotes)\//, '');

/** A base by the name of its branch and its commit; one that is no branch has only its commit. */
export const baseName = ({ ref, commit }: { readonly ref: string; readonly commit: string }): string =>
  ref === commit ? shortCommit(commit) : `${shortRef(ref)} ${shortCommit(commit)}`;

/** The parts that say something, separated the same way on every screen. */
export const phrase = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');

/** One line of at most `limit` characters. */
export const oneLine = (text: string, limit = 80): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
};

/** `src/a.ts, src/b.ts +3`: the first few of a list and how many more. */
export const shortList = (items: readonly string[], shown = 2): string =>
  items.length <= shown ? items.join(', ') : `${items.slice(0, shown).join(', ')} +${items.length - shown}`;

/** The last part of a folder's path. */
export const folderName = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
