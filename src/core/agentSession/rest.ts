import { judgeSights } from './judge.ts';
import type { AgentSession } from './types.ts';

/** Whether an agent is seen to do nothing, so that it writes nothing either; nor does what it started. That nothing runs below it is no such sight: it may think. */
export function isAtRest(sights: AgentSession['sights'], at: string): boolean {
  const activity = judgeSights(sights, at)?.activity;
  if (sights.process?.activity.kind === 'working') return false;
  return activity?.kind === 'idle' || activity?.kind === 'limited';
}
