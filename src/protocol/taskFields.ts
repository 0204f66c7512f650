/** 0 to 9 for `P0` to `P9`, in either case; null for anything else. */
export function priorityOf(text: string): number | null {
  const digit = /^P(\d)$/i.exec(text)?.[1];
  return digit === undefined ? null : Number(digit);
}
