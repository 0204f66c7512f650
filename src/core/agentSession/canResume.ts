import type { AgentSession } from './types.ts';

/** Whether one that ended can be gone on with: it began, and the id of its conversation is known. Only what runs learns it. */
export const canResume = ({ conversation, ended, generation }: AgentSession): boolean =>
  conversation !== null && !(ended?.how === 'failed' && generation === 1);

/** It has ended, and nothing can bring it back. */
export const isOverForGood = (session: AgentSession): boolean => session.ended !== null && !canResume(session);
