import { judgeSights } from '../agentSession/judge.ts';
import type { AgentSession } from '../agentSession/types.ts';
import { missingArtifacts } from './artifacts.ts';
import type { DelegationEvent } from './event.ts';
import type { Attempt, DelegatedJob } from './types.ts';

type Ended = Extract<DelegationEvent, { type: 'attemptEnded' }>;
type Ending = Pick<Ended, 'status' | 'by'> & Partial<Pick<Ended, 'grounds' | 'problem'>>;

/** The one way in which an attempt ends, whoever says so. */
export const ended = (job: DelegatedJob, attempt: Attempt, ending: Ending): Ended => ({
  type: 'attemptEnded',
  job: job.id,
  attempt: attempt.attempt,
  grounds: [],
  problem: null,
  report: attempt.report?.sha256 ?? null,
  ...ending,
});

/** A report of this attempt is there, with its verdict where one is asked for, and whatever else it is to leave. */
export const hasReport = (job: DelegatedJob, attempt: Attempt): boolean =>
  attempt.report !== null &&
  (job.kind !== 'review' || attempt.report.verdict !== null) &&
  missingArtifacts(job, attempt).length === 0;

/** Whether its agent asks a person for something since its newest word, as far as that is seen. */
export function askedSinceWord(
  { signal, generation }: Attempt,
  session: AgentSession | undefined,
  at: string,
): boolean {
  if (!session || session.ended || session.generation !== generation || signal === null) return false;
  const judged = judgeSights(session.sights, at);
  if (judged?.activity.kind !== 'needsYou') return false;
  const asked = session.sights[judged.source];
  return asked !== undefined && asked.awake >= signal.awake;
}
