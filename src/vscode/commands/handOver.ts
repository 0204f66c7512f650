import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AppSessions } from '../../app/agentSession/appSessions.ts';
import type { SessionWish } from '../../app/agentSession/openSession.ts';
import type { AppDelegation } from '../../app/delegation/appDelegation.ts';
import type { JobWish } from '../../app/delegation/submit.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { State } from '../../core/state.ts';
import { editor } from './deps.ts';

/** What is asked of the app. */
export interface HandOverApp {
  readonly state: Pick<State, 'agentSessions'>;
  readonly agentSessions: Pick<AppSessions, 'open'>;
  readonly delegation: Pick<AppDelegation, 'submit'>;
}

/** A session that is open, or a new one. */
export type Doer = { readonly session: AgentSession } | { readonly wish: SessionWish };

export interface HandedOver {
  readonly job: DelegatedJob;
  readonly session: AgentSession;
}

/**
 * Hands one job over, and again after a failure: a session that was opened for it, or is still being opened, is not opened
 * a second time. `givenUp` ends the waiting: nothing is submitted after it.
 */
export const createHandOver = (
  { app }: { readonly app: HandOverApp },
  doer: Doer,
  job: Omit<JobWish, 'session'>,
): ((givenUp: Promise<unknown>) => Promise<Result<HandedOver, Problem>>) => {
  let opening: Promise<Result<AgentSession, Problem>> | null = null;

  const sessionFor = async (): Promise<Result<AgentSession, Problem>> => {
    if ('session' in doer) return ok(doer.session);
    const before = await opening;
    if (before?.ok && app.state.agentSessions[before.value.id]?.ended === null) return before;
    opening = app.agentSessions.open(doer.wish, editor);
    const opened = await opening;
    if (!opened.ok) opening = null;
    return opened;
  };

  return async (givenUp) => {
    const session = await Promise.race([sessionFor(), givenUp.then(() => err(waitedNoLonger()))]);
    if (!session.ok) return session;
    const submitted = await app.delegation.submit({ ...job, session: session.value.id }, editor);
    return submitted.ok ? ok({ job: submitted.value, session: session.value }) : submitted;
  };
};

const waitedNoLonger = (): Problem =>
  problem(
    'job.waitedNoLonger',
    'The job was not handed over: you stopped waiting for its session, which may still open. What you wrote is kept.',
  );
