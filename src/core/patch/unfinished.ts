import { problem, type Problem } from '../../base/problem.ts';
import type { Proposal } from './types.ts';

/** What is in the way of a proposal as long as its lane works. */
export const unfinished = (agent: string): Problem =>
  problem('patch.unfinished', '{agent} is at work, or was ended before its work was captured. Nothing is proposed.', {
    agent,
  });

/** Whether its lane has not come to its end yet. */
export const isUnfinished = ({ blockers }: Pick<Proposal, 'blockers'>): boolean =>
  blockers.some((one) => one.code === 'patch.unfinished');
