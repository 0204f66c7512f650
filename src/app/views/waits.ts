import type { SessionStatus } from '../../core/agentSession/status.ts';
import type { AgentSession, Need } from '../../core/agentSession/types.ts';
import { isOver, openAttempt } from '../../core/delegation/attempts.ts';
import type { Attempt, DelegatedJob } from '../../core/delegation/types.ts';
import { action } from './actions.ts';
import { deliveryWords } from './delegatedJobs.ts';
import { groundsWords } from './groundWords.ts';
import { keep } from './kept.ts';
import { sessionLooks, type SessionLook } from './sessionLooks.ts';
import type { SessionWords } from './sessionWords.ts';
import type { ViewAction } from './treeNode.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';
import { oneLine } from './words.ts';

/** Something about an agent session or its job that waits for a person. */
export interface Wait {
  /** The same as long as it is the same wait; another question is another one. */
  readonly id: string;
  readonly kind:
    | Need
    | 'limited'
    | 'undelivered'
    | 'replaced'
    | 'interrupted'
    | 'noReport'
    | 'gone'
    | 'confirm'
    | 'failed';
  readonly session: AgentSession;
  readonly job: DelegatedJob | null;
  readonly label: string;
  /** The whole question or reason. */
  readonly detail: string | null;
  readonly icon: string;
  /** What helps, the best first. */
  readonly actions: readonly [ViewAction, ...ViewAction[]];
}

const asked = (
  ctx: ViewContext,
  session: AgentSession,
  job: DelegatedJob | null,
  status: Extract<SessionStatus, { kind: 'needsYou' }>,
  words: SessionWords,
): Wait => {
  const show = action(ctx.t, 'showSession', session.id);
  // What stands on a screen can be chosen from, with a job or without; a sign-in mostly goes on in a browser.
  const answerable = status.need !== 'signIn' && (status.onScreen || (job !== null && status.need !== 'trust'));
  return {
    id: `${session.id}.${session.generation}:${status.need}:${status.since}`,
    kind: status.need,
    session,
    job,
    label: `${session.name}: ${words.text}`,
    detail: status.text,
    icon: words.icon,
    actions: answerable ? [action(ctx.t, 'answerSession', session.id), show] : [show],
  };
};

/** What its status asks for. A session that ended without anything to do waits for nobody. */
const ofStatus = (
  ctx: ViewContext,
  session: AgentSession,
  job: DelegatedJob | null,
  status: SessionStatus,
  words: SessionWords,
): Wait | null => {
  const { t } = ctx;
  const base = {
    id: `${session.id}.${session.generation}:${status.kind}`,
    session,
    job,
    label: `${session.name}: ${words.text}`,
    detail: words.detail,
    icon: words.icon,
  };
  const show = action(t, 'showSession', session.id);
  // Where nobody knows its conversation there is nothing to go on with.
  const wayOn = action(t, session.conversation === null ? 'forgetSession' : 'resumeSession', session.id);
  switch (status.kind) {
    case 'needsYou':
      return asked(ctx, session, job, status, words);
    case 'interrupted':
      return {
        ...base,
        kind: 'interrupted',
        actions: job === null ? [wayOn] : [wayOn, action(t, 'retryJob', job.id)],
      };
    case 'stoppedWithoutReport':
      return {
        ...base,
        id: `${base.id}:${status.since}`,
        kind: 'noReport',
        actions: [show, action(t, 'openJob', status.job)],
      };
    case 'limited':
      // One with a time ends by itself.
      return status.until !== null
        ? null
        : {
            ...base,
            id: `${base.id}:${status.since}`,
            kind: 'limited',
            detail: t(
              'Nobody knows until when. It is tried again after a quarter of an hour, or once one of the agent’s sessions did a turn; type anything there to try it now.',
            ),
            actions: [show],
          };
    case 'shell':
    case 'gone':
      return job === null ? null : { ...base, kind: 'gone', actions: [wayOn, action(t, 'retryJob', job.id)] };
    default:
      return null;
  }
};

const undelivered = (ctx: ViewContext, session: AgentSession, job: DelegatedJob, attempt: Attempt): Wait | null => {
  const { delivery } = attempt;
  const lost = delivery.kind === 'sending' && delivery.lost;
  if (!lost && delivery.kind !== 'notDelivered') return null;
  const why =
    delivery.kind === 'notDelivered'
      ? sentence(ctx, delivery.problem)
      : ctx.t(
          'Whoever typed the prompt ended while doing so. Look whether the agent has it; it is not typed again by itself.',
        );
  return {
    id: `${job.id}.${attempt.attempt}:undelivered`,
    kind: 'undelivered',
    session,
    job,
    label: `${session.name}: ${deliveryWords(ctx, delivery)}`,
    detail: why,
    icon: 'warning',
    actions: [
      action(ctx.t, 'showSession', session.id),
      action(ctx.t, 'retryJob', job.id),
      action(ctx.t, 'openJob', job.id),
    ],
  };
};

const unconfirmed = (ctx: ViewContext, session: AgentSession, job: DelegatedJob, attempt: Attempt): Wait | null =>
  attempt.wouldComplete === null
    ? null
    : {
        id: `${job.id}.${attempt.attempt}:confirm:${attempt.wouldComplete.report}`,
        kind: 'confirm',
        session,
        job,
        label: ctx.t('{session}: job {job} would count as done', { session: session.name, job: oneLine(job.id, 24) }),
        detail: ctx.t('It rests on: {grounds}. Look at its report, and say whether it is done.', {
          grounds: groundsWords(ctx.t, attempt.wouldComplete.grounds),
        }),
        icon: 'question',
        actions: [action(ctx.t, 'confirmJob', job.id), action(ctx.t, 'openJob', job.id)],
      };

/** Its process was replaced by another one, which does nothing for it. */
const replaced = (
  ctx: ViewContext,
  session: AgentSession,
  job: DelegatedJob,
  attempt: Attempt,
  { kind }: SessionStatus,
): Wait | null =>
  attempt.generation === session.generation || session.ended !== null || !resting.includes(kind)
    ? null
    : {
        id: `${job.id}.${attempt.attempt}:replaced`,
        kind: 'replaced',
        session,
        job,
        label: ctx.t('{session}: job {job} is not gone on with', { session: session.name, job: oneLine(job.id, 24) }),
        detail: ctx.t(
          'Another process runs its session since, and rests. Look at what it left: say that it is done, or try it again.',
        ),
        icon: 'question',
        actions: [
          action(ctx.t, 'confirmJob', job.id),
          action(ctx.t, 'retryJob', job.id),
          action(ctx.t, 'showSession', session.id),
        ],
      };

/** It does nothing that is known of. */
const resting: readonly SessionStatus['kind'][] = ['idle', 'unobservable'];

/** The newest job of a session that failed by itself, until it is tried again or another is handed over. */
const failed = (ctx: ViewContext, session: AgentSession, job: DelegatedJob | undefined): Wait | null => {
  const attempt = job?.attempts.at(-1);
  const ended = attempt?.ended;
  // A person who ended it knows.
  if (!job || job.status !== 'error' || !ended || ended.by === 'person') return null;
  return {
    id: `${job.id}.${attempt.attempt}:failed`,
    kind: 'failed',
    session,
    job,
    label: ctx.t('{session}: job {job} failed', { session: session.name, job: oneLine(job.id, 24) }),
    detail: ended.problem === null ? null : sentence(ctx, ended.problem),
    icon: 'error',
    actions: [action(ctx.t, 'retryJob', job.id), action(ctx.t, 'openJob', job.id)],
  };
};

const newestOf = (jobs: readonly DelegatedJob[]): DelegatedJob | undefined =>
  jobs.toSorted((a, b) => a.queued - b.queued).at(-1);

const blocking: readonly Wait['kind'][] = ['permission', 'question', 'trust', 'signIn'];

const ofLook = (ctx: ViewContext, { session, jobs, status, words }: SessionLook): readonly Wait[] => {
  const job = jobs.find((one) => !isOver(one)) ?? null;
  const attempt = job && openAttempt(job);
  const wait = ofStatus(ctx, session, job, status, words);
  const sent = job && attempt && undelivered(ctx, session, job, attempt);
  const done = job && attempt && unconfirmed(ctx, session, job, attempt);
  const stuck = job && attempt && replaced(ctx, session, job, attempt, status);
  const lost = job === null ? failed(ctx, session, newestOf(jobs)) : null;
  return [wait, sent, done, stuck, lost].filter((one) => one !== null);
};

/** Everything about agent sessions that waits for a person, what keeps an agent from going on first. */
export const waitsOf = (ctx: ViewContext, scene: Pick<Scene, 'state'>): readonly Wait[] =>
  sessionLooks(ctx, scene)
    .flatMap((look) => keep(ctx.kept?.waits, look, [], () => ofLook(ctx, look)))
    .toSorted((a, b) => Number(!blocking.includes(a.kind)) - Number(!blocking.includes(b.kind)));
