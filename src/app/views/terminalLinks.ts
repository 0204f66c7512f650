/** Something in a line of a terminal that leads somewhere. Columns count UTF-16 units from 0. */
export type TerminalLink = { readonly start: number; readonly length: number } & (
  | { readonly kind: 'task' | 'job'; readonly id: string }
  | { readonly kind: 'path'; readonly path: string; readonly line: number | null; readonly column: number | null }
);

/** Longer lines are somebody's data, not something to read. */
const longestLine = 4000;
const mostLinks = 50;
/** What may stand around a path without being a part of it. */
const token = /[^\s"'`<>()[\]{}|,;]+/g;
const place = /^(.+?)(?::(\d{1,7}))?(?::(\d{1,7}))?[:.!?]*$/;

/**
 * The task ids, job ids and paths that a line names. What is no known id counts as a path when it looks like one: the
 * caller has to see whether there is such a file.
 */
export function findTerminalLinks(
  line: string,
  known: { readonly isTask: (id: string) => boolean; readonly isJob: (id: string) => boolean },
): readonly TerminalLink[] {
  if (line.length > longestLine) return [];
  return [...line.matchAll(token)]
    .flatMap((match): readonly TerminalLink[] => {
      const [word] = match;
      const start = match.index;
      const id = word.replace(/[:.!?]+$/, '');
      if (known.isTask(id)) return [{ kind: 'task', id, start, length: id.length }];
      if (known.isJob(id)) return [{ kind: 'job', id, start, length: id.length }];
      return pathIn(word, start);
    })
    .slice(0, mostLinks);
}

/** A web address is nobody's file, and a word without a slash or an ending is no path. */
function pathIn(word: string, start: number): readonly TerminalLink[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return [];
  const [, path = '', line, column] = place.exec(word) ?? [];
  if (!/[/\\]/.test(path) && !/^[\w.-]+\.[A-Za-z]\w{0,9}$/.test(path)) return [];
  if (/^[/\\.]+$/.test(path)) return [];
  const length =
    path.length + (line === undefined ? 0 : line.length + 1) + (column === undefined ? 0 : column.length + 1);
  return [
    {
      kind: 'path',
      path,
      line: line === undefined ? null : Number(line),
      column: column === undefined ? null : Number(column),
      start,
      length,
    },
  ];
}
