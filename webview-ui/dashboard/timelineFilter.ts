import type { TimelineRow } from '../../src/protocol/dashboardParts.ts';

/** What is looked for; an empty one of them is anything. */
export interface TimelineFilter {
  readonly words: string;
  readonly task: string;
  readonly kind: string;
  readonly actor: string;
}

export const emptyFilter: TimelineFilter = { words: '', task: '', kind: '', actor: '' };

/** What can be chosen from a list, rather than typed. */
export const chosenFields = ['task', 'kind', 'actor'] as const;

/** What the rows have in a field, in the order of the alphabet; what is chosen stays in the list. */
export const valuesOf = (
  rows: readonly TimelineRow[],
  field: (typeof chosenFields)[number],
  chosen: string,
): readonly string[] =>
  [...new Set([...rows.map((row) => row[field]), chosen])].filter((value) => value !== '').toSorted();

/** Rows that are of all that was chosen, and in which each word occurs somewhere. */
export const filterRows = (rows: readonly TimelineRow[], filter: TimelineFilter): readonly TimelineRow[] => {
  const words = filter.words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fields = chosenFields.filter((field) => filter[field] !== '');
  if (words.length === 0 && fields.length === 0) return rows;
  return rows.filter((row) => {
    if (!fields.every((field) => row[field] === filter[field])) return false;
    const text = `${row.task} ${row.kind} ${row.actor} ${row.words}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
