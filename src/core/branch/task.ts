/** The task that a branch names, as the queue writes it; null for none. */
export const taskOf = (branch: string): string | null =>
  /(?<=^|[-_/])t-\d{4}-\d{4}(?=[-_/]|$)/i.exec(branch)?.[0].toUpperCase() ?? null;

/** Whether a branch is the integration branch of a cycle that the loop itself runs: no competing owner of its issue. */
export const isCycleBranch = (branch: string): boolean => /^agent\/t-\d{4}-\d{4}\/cycle$/i.test(branch);
