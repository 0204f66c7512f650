import type { ProposalVerdict } from './types.ts';

/** What a lane that ended came to: one that changed nothing has done its work, too. */
export const patchDecision = (verdict: ProposalVerdict): 'completed' | 'blocked' =>
  verdict === 'proposed' || verdict === 'empty' ? 'completed' : 'blocked';
