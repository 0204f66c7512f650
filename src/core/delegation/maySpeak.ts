import type { AgentSession } from '../agentSession/types.ts';
import type { Attempt, DelegatedJob } from './types.ts';

/**
 * Whether there is anything left that the agent of an attempt could say: until its end, and after an end that was only
 * inferred for as long as its session is with nothing else. Its word would then show that the end was inferred wrongly.
 */
export function maySpeak(job: DelegatedJob, attempt: Attempt, session: AgentSession | undefined): boolean {
  if (attempt.ended === null) return true;
  if (attempt.ended.by !== 'watcher' || job.attempts.at(-1)?.attempt !== attempt.attempt) return false;
  return (
    session !== undefined &&
    session.ended === null &&
    session.generation === attempt.generation &&
    session.job === null &&
    job.status !== 'pending'
  );
}
