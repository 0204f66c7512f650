import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { attemptOf } from './attempts.ts';
import type { DelegationCommand } from './command.ts';
import { confirmPrompt } from './deliver.ts';
import { endByError } from './end.ts';
import type { Attempt, DelegatedJob } from './types.ts';

type Signal = Extract<DelegationCommand, { type: 'signalAttempt' }>;

/** Words after the end that are kept for whoever looks into it; an agent that goes on talking adds no more. */
const mostContradictions = 20;

/**
 * An agent's own word. Its counter orders its words: one that was overtaken says nothing any more, and one that comes
 * twice is the same word. What comes after the end of its attempt is kept beside it and changes nothing.
 */
export function signalAttempt(
  job: DelegatedJob,
  command: Signal,
  { awakeMs, redact }: Context,
): Result<readonly DomainEvent[], Problem> {
  const { attempt: number, seq, kind } = command;
  const attempt = attemptOf(job, number);
  if (!attempt)
    return err(
      problem('job.noAttempt', '{job} has no attempt {attempt}. Show it with `mam job show`.', {
        job: job.id,
        attempt: number,
      }),
    );
  if (!Number.isSafeInteger(seq) || seq <= attempt.lastSeq) return ok([]);
  const text = redact(command.text);
  if (attempt.ended) return ok(afterEnd(job, attempt, { ...command, text }));
  const said = { type: 'attemptSignalled', job: job.id, attempt: number, seq, kind, text, awake: awakeMs } as const;
  const delivered = confirmPrompt(job, { type: 'confirmPrompt', job: job.id, attempt: number, by: 'started' });
  // What follows from the word that it is done follows by itself, once its report is there.
  return ok([...delivered, said, ...(kind === 'error' ? [endByError(job, attempt, text)] : [])]);
}

function afterEnd(job: DelegatedJob, attempt: Attempt, { seq, kind, text }: Signal): readonly DomainEvent[] {
  const agrees = kind === attempt.ended?.status;
  return agrees || attempt.contradictions >= mostContradictions
    ? []
    : [{ type: 'attemptContradicted', job: job.id, attempt: attempt.attempt, seq, kind, text }];
}
