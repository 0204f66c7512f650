/** Orders names by the numbers in them, so that `job-2` comes before `job-10`; two that differ are never the same. */
export const byNumbers = (a: string, b: string): number =>
  a === b ? 0 : a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);
