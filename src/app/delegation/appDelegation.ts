import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { createAnswer, createJobQuestion, type Answer, type AnswerDeps, type JobQuestion } from './answer.ts';
import { findJob } from './findJob.ts';
import { createSubmit, type JobWish } from './submit.ts';

/** What can be done with delegated jobs. A job is named by its id, or by as much of its beginning as no other has. */
export interface AppDelegation {
  /** Hands a job to a session. A session that works on another one is the problem `session.busy`. */
  submit(wish: JobWish, actor: Actor): Promise<Result<DelegatedJob, Problem>>;
  cancel(job: string, reason: string, actor: Actor): Promise<Result<DelegatedJob, Problem>>;
  /** Another attempt of a job that came to nothing. */
  retry(job: string, actor: Actor): Promise<Result<DelegatedJob, Problem>>;
  /** A person says how it ended. */
  end(job: string, status: 'completed' | 'error', reason: string, actor: Actor): Promise<Result<DelegatedJob, Problem>>;
  /** What the job's agent asks now; a problem says that it asks nothing. */
  question(job: string): Promise<Result<JobQuestion, Problem>>;
  /** Types a person's answer to what the job's agent asks. */
  answer(job: string, answer: Answer, actor: Actor): Promise<Result<DelegatedJob, Problem>>;
  find(job: string): Result<DelegatedJob, Problem>;
}

export function createAppDelegation(deps: AnswerDeps): AppDelegation {
  const { orchestrator } = deps;
  const find = (job: string): Result<DelegatedJob, Problem> => findJob(orchestrator.state, job);
  const change = async (
    meant: string,
    command: (id: string) => Parameters<typeof orchestrator.dispatch>[0],
    actor: Actor,
  ): Promise<Result<DelegatedJob, Problem>> => {
    const found = find(meant);
    if (!found.ok) return found;
    const done = await orchestrator.dispatch(command(found.value.id), actor);
    return done.ok ? ok(orchestrator.state.delegations[found.value.id] ?? found.value) : err(done.error);
  };
  return {
    submit: createSubmit(deps),
    question: createJobQuestion(deps),
    answer: createAnswer(deps),
    find,
    cancel: (job, reason, actor) => change(job, (id) => ({ type: 'cancelJob', job: id, reason }), actor),
    retry: (job, actor) => change(job, (id) => ({ type: 'retryJob', job: id }), actor),
    end: (job, status, reason, actor) => change(job, (id) => ({ type: 'endJob', job: id, status, reason }), actor),
  };
}
