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
