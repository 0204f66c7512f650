/** The task that a branch names, as the queue writes it; null for none. */
export const taskOf = (branch: string): string | null =>
  /(?<=^|[-_/])t-\d{4}-\d{4}(?=[-_/]|$)/i.exec(branch)?.[0].toUpperCase() ?? null;
