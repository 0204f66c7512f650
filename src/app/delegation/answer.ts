import { isoSeconds } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { judgeSights } from '../../core/agentSession/judge.ts';
import { statusOf } from '../../core/agentSession/status.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { personOnlyProblem } from '../../core/decide.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import type { Attempt, DelegatedJob } from '../../core/delegation/types.ts';
import { isSameQuestion, type AskedQuestion, type Choice } from '../agentSession/answerQuestion.ts';
import type { Terminals } from '../ports/terminals.ts';
import { screenLines } from './awaitReady.ts';
import { findJob } from './findJob.ts';
import type { DelegationDeps } from './submit.ts';

/**
 * A text with Enter behind it, or one key: `Enter`, `Escape`, an arrow, a letter or a digit. A key answers the question that
 * was seen; only Escape, which breaks off whatever there is, needs none.
 */
export type Answer = { readonly text: string } | { readonly key: string; readonly question: Choice['question'] | null };

/** `byKey`: a dialogue may stand there that can't be read, so that Enter may be a yes. */
export type JobQuestion = AskedQuestion & { readonly byKey: boolean };

interface Asking {
  readonly job: DelegatedJob;
  readonly attempt: Attempt;
  readonly session: AgentSession;
  readonly handle: string;
  readonly place: Terminals;
}

export interface AnswerDeps extends DelegationDeps {
  /** Chooses an answer that stands on a session's screen. */
  readonly choose: (session: string, choice: Choice, actor: Actor) => Promise<Result<AgentSession, Problem>>;
}

/** What the agent of a job asks now: what stands on its screen, else what it is known to ask. */
export const createJobQuestion =
  (deps: DelegationDeps) =>
  async (meant: string): Promise<Result<JobQuestion, Problem>> => {
    const found = findAsking(deps, meant);
    if (!found.ok) return found;
    const { form, question, mayBeDialogue } = await lookAt(found.value, deps);
    const asked = form ?? question;
    return asked ? ok({ ...asked, byKey: form !== null || mayBeDialogue }) : err(asksNothing(found.value.session.name));
  };

/**
 * Types a person's answer into the session of a job. It is no effect: an answer belongs to what is on the screen now, and
 * must not come later. A text is refused where a dialogue stands or may stand, for its Enter would say yes to it.
 */
export function createAnswer(deps: AnswerDeps) {
  const answering = new Set<string>();
  return async (meant: string, answer: Answer, actor: Actor): Promise<Result<DelegatedJob, Problem>> => {
    if (actor.kind !== 'person') return err(personOnlyProblem('answer'));
    const found = findAsking(deps, meant);
    if (!found.ok) return found;
    const { job, attempt, session } = found.value;
    if (answering.has(session.id)) return err(beingAnswered(session.name));
    answering.add(session.id);
    try {
      const given = await give(found.value, answer, actor, deps);
      if (!given.ok) return given;
    } finally {
      answering.delete(session.id);
    }
    const settle = { type: 'settlePermission', job: job.id, attempt: attempt.attempt } as const;
    const settled = await deps.orchestrator.dispatch(settle, actor);
    return settled.ok ? ok(deps.orchestrator.state.delegations[job.id] ?? job) : settled;
  };
}

async function give(asking: Asking, answer: Answer, actor: Actor, deps: AnswerDeps): Promise<Result<unknown, Problem>> {
  const { place, handle, session } = asking;
  const { name } = session;
  if ('key' in answer && answer.key === 'Escape') return place.press(handle, 'Escape');
  const { form, question, mayBeDialogue } = await lookAt(asking, deps);
  if (form) {
    if ('text' in answer || answer.question === null) return err(chooseOne(name));
    return deps.choose(session.id, { question: answer.question, key: answer.key }, actor);
  }
  if (question === null) return err(asksNothing(name));
  if ('text' in answer) {
    if (mayBeDialogue) return err(onlyAKey(name));
    if (/[\0\r\n]/.test(answer.text)) return err(oneLine());
    const typed = await place.type(handle, answer.text);
    return typed.ok ? place.press(handle, 'Enter') : typed;
  }
  if (mayBeDialogue && !/^[a-z\d]$/i.test(answer.key)) return err(onlyAKey(name));
  if (answer.question === null || !isSameQuestion(question, answer.question)) return err(otherQuestion(name));
  return place.press(handle, answer.key);
}

function findAsking({ ports, orchestrator }: DelegationDeps, meant: string): Result<Asking, Problem> {
  const found = findJob(orchestrator.state, meant);
  if (!found.ok) return found;
  const job = found.value;
  const attempt = openAttempt(job);
  const session = orchestrator.state.agentSessions[job.session];
  if (!attempt || !session?.handle || session.ended || session.generation !== attempt.generation)
    return err(nothingAsked(job.id));
  const place = ports.terminals[session.backend];
  return place?.offers.typing
    ? ok({ job, attempt, session, handle: session.handle, place })
    : err(answerThere(session.name, session.backend));
}

/** What stands on the screen, what the agent is known to ask, and whether a dialogue that nobody can read may stand there. */
async function lookAt({ session, handle, place }: Asking, { ports, orchestrator }: DelegationDeps) {
  const screen = place.offers.screen ? await place.read(handle, screenLines) : null;
  const isRead = screen?.ok === true;
  const at = isoSeconds(ports.clock.now());
  const status = statusOf(orchestrator.state, session, at);
  const question: AskedQuestion | null =
    status.kind === 'needsYou' ? { need: status.need, about: [], text: status.text, options: [] } : null;
  // What the agent said by an event of its job is no dialogue, as far as its screen shows none.
  const seen = isRead ? judgeSights(session.sights, at)?.activity : status;
  const mayBeDialogue =
    place.offers.echoes !== false && seen?.kind === 'needsYou' && seen.need !== 'question' && seen.need !== 'signIn';
  return { form: isRead ? ports.signs.form(session.agent, screen.value) : null, question, mayBeDialogue };
}

const nothingAsked = (job: string): Problem =>
  problem('job.nothingAsked', 'The job {job} has no agent that could be answered. Look at `mam job show {job}`.', {
    job,
  });

const answerThere = (session: string, backend: string): Problem =>
  problem('job.answerThere', '{session} runs in {backend}, where nothing can be typed from here. Answer there.', {
    session,
    backend,
  });

const asksNothing = (session: string): Problem =>
  problem(
    'job.asksNothing',
    '{session} asks nothing now, so nothing was typed. Send a prompt of your own in its terminal.',
    { session },
  );

const chooseOne = (session: string): Problem =>
  problem(
    'job.chooseOne',
    '{session} shows answers to choose from, so nothing was typed: Enter would take the marked one. Choose with `mam session answer {session}`.',
    { session },
  );

const onlyAKey = (session: string): Problem =>
  problem(
    'job.onlyAKey',
    '{session} may show a dialogue, so nothing was typed: Enter would take the marked answer. Press one letter, digit or Escape, or look at its terminal.',
    { session },
  );

const otherQuestion = (session: string): Problem =>
  problem('session.otherQuestion', 'Nothing was chosen: {session} asks something else now. Look at it again.', {
    session,
  });

const beingAnswered = (session: string): Problem =>
  problem('session.beingAnswered', 'Nothing was chosen: {session} is being answered already. Look at it again.', {
    session,
  });

const oneLine = (): Problem =>
  problem('job.answerOneLine', 'An answer is one line. Leave the line break out; Enter is pressed after it.');
