/** A part of the whole; `none` where there is no whole. */
export const share = (part: number, whole: number, none: number): number => (whole === 0 ? none : part / whole);
