import type { Run } from '../loop/types.ts';

/** What the commit of a merge says: made from the run alone, so that the same merge is the same commit. */
export const mergeMessage = ({ task, branch, base }: Pick<Run, 'task' | 'branch' | 'base'>): string =>
  `Merge ${branch} into ${(base?.ref ?? '').replace(/^refs\/heads\//, '')}\n\n${task.id}: ${task.title}`;
