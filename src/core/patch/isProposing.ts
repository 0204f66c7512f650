import type { Loop, Run } from '../loop/types.ts';

/** Whether it ends with a proposed patch, so that no branch, no review and no decision is ever its. */
export const isProposing = ({ options }: Pick<Run | Loop, 'options'>): boolean => options.patch !== undefined;

/** Whether it only was something: a run that proposed is no work of its task any more. */
export const isPastProposal = (run: Run): boolean => isProposing(run) && run.phase === 'ended';
