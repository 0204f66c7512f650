import type { Problem } from '../../base/problem.ts';
import { statusOf, type SessionStatus } from '../../core/agentSession/status.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { jobsBySession, type JobsOf } from '../../core/delegation/bySession.ts';
import { missingFor } from '../../core/delegation/completion.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { keep } from './kept.ts';
import { sessionWords, type SessionWords } from './sessionWords.ts';
import type { Scene, ViewContext } from './viewContext.ts';
import { sinceStep } from './words.ts';

/** An agent session as it stands, with what was handed to it: the same object as long as all of it says the same. */
export interface SessionLook {
  readonly session: AgentSession;
  /** The one that it works on, then those that wait for it, oldest first. */
  readonly jobs: readonly DelegatedJob[];
  /** What each of them is still short of. */
  readonly missing: readonly (readonly Problem[])[];
  readonly status: SessionStatus;
  readonly words: SessionWords;
}

const looksNow = (ctx: ViewContext, scene: Seen): readonly SessionLook[] => {
  const jobsOf = jobsBySession(scene.state);
  const at = ctx.now();
  const second = at.slice(0, at.indexOf('.'));
  return Object.values(scene.state.agentSessions).map((session) => {
    const jobs = jobsOf(session.id);
    // What waits for its turn may wait for any other session; all else that is said of this one changes with time alone.
    if (jobs.some(({ status }) => status === 'pending')) return lookNow(ctx, scene, session, jobsOf);
    return keep(ctx.kept?.seconds, session, [second, jobs], () => lookNow(ctx, scene, session, jobsOf));
  });
};

const lookNow = (ctx: ViewContext, { state, awakeMs }: Seen, session: AgentSession, jobsOf: JobsOf): SessionLook => {
  const now = { at: ctx.now(), awakeMs: awakeMs ?? 0 };
  const status = statusOf(state, session, now.at, jobsOf);
  const jobs = jobsOf(session.id);
  const missing = jobs.map((job) => missingFor(state, job, now));
  const parts = [status, sinceStep(ctx, status.since), jobs, missing];
  const make = (): SessionLook => ({ session, jobs, missing, status, words: sessionWords(ctx, session, status) });
  return keep(ctx.kept?.looks, session, parts, make);
};

type Seen = Pick<Scene, 'state'> & Partial<Pick<Scene, 'awakeMs'>>;

/** All sessions in the order of the log; looked at once for all who show them at the same moment. */
export const sessionLooks = (ctx: ViewContext, scene: Seen): readonly SessionLook[] =>
  keep(ctx.kept?.sessions, scene, [], () => looksNow(ctx, scene));
