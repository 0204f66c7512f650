import type { TimelineRow } from '../../src/protocol/webview.ts';

/** Which rows of a long list are drawn, and how much room stands for those that are not. Lengths in pixels. */
export const windowOf = (
  count: number,
  top: number,
  rowHeight: number,
  viewHeight: number,
): { readonly first: number; readonly last: number; readonly before: number; readonly after: number } => {
  const spare = 10;
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight) - spare));
  const last = Math.min(count, Math.ceil((top + viewHeight) / rowHeight) + spare);
  return { first, last, before: first * rowHeight, after: (count - last) * rowHeight };
};

/** Rows in which each word of the filter occurs somewhere. */
export const filterRows = (rows: readonly TimelineRow[], filter: string): readonly TimelineRow[] => {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = `${row.task} ${row.kind} ${row.actor} ${row.words}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
