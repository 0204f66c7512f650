import { problem, type Problem } from '../../base/problem.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import type { Attempt, DelegatedJob } from '../../core/delegation/types.ts';
import type { Outcome } from '../../core/outcome.ts';
import { placeProblem } from '../agentSession/placeProblem.ts';
import { awaitReady } from '../delegation/awaitReady.ts';
import { awaitConfirmation, type By } from '../delegation/confirmation.ts';
import { waitFor } from '../delegation/waitFor.ts';
import { typePrompt } from '../delegation/typePrompt.ts';
import { prepareAttempt } from '../delegation/prepareAttempt.ts';
import { promptText } from '../delegation/promptText.ts';
import type { Handler } from './handler.ts';

/** How long a prompt rests that was held at the last moment, in milliseconds. */
const heldMs = 1000;
/** How long a host that finds a prompt half sent looks for a sign of it, in milliseconds. */
const lookBackMs = 5000;

/**
 * Types a job's prompt into its session, once. That it is about to be typed is recorded before, so that whoever finds
 * that record without its end looks for a sign of it and never types again.
 */
export const deliverPrompt: Handler<'deliverPrompt'> = async ({ job: id, attempt: number }, context, signal) => {
  const now = (): { readonly job: DelegatedJob; readonly attempt: Attempt } | null => {
    const job = context.state().delegations[id];
    const attempt = job && openAttempt(job);
    return job && attempt?.attempt === number ? { job, attempt } : null;
  };
  const session = (): AgentSession | null => {
    const current = now();
    const found = current && context.state().agentSessions[current.job.session];
    return found && !found.ended && found.generation === current.attempt.generation ? found : null;
  };
  const first = now();
  const at = session();
  const place = at && context.terminals[at.backend];
  if (!first || !at || at.handle === null) return failed(over(id));
  if (!place || !place.offers.typing) return failed(notReachable(id, at.name, at.backend));
  // What is done in a folder that is a worktree no more would land on the branch around it.
  const elsewhere = await placeProblem(at, context);
  if (elsewhere) return failed(elsewhere);
  const deps = { ...context, place, handle: at.handle, session, attempt: () => now()?.attempt ?? null };
  const { delivery } = first.attempt;
  if (delivery.kind === 'sending') {
    const sign = await awaitConfirmation({ ...deps, job: id, number, before: null }, lookBackMs, signal);
    return sign === null ? failed(unknown(id, at.name)) : delivered(sign);
  }
  const prepared = await prepareAttempt(first.job, number, context);
  if (!prepared.ok) return failed(prepared.error);
  const text = promptText(id, number, prepared.value.brief);
  for (;;) {
    const ready = await awaitReady(deps, signal);
    if (ready === 'unknown') return failed(sendYourself(id, at.name, text));
    if (ready !== 'ready' || signal.aborted) return failed(over(id));
    const typed = await typePrompt({ ...deps, job: id, number, text }, signal);
    if (typed !== 'held') return typed.ok ? delivered(typed.value) : failed(typed.error);
    // What holds it has to pass; looking again at once would only ask the same.
    await waitFor(deps, heldMs, signal, async () => undefined);
  }
};

const delivered = (by: By): Outcome => ({ kind: 'deliverPrompt', by });
const failed = (why: Problem): Outcome => ({ kind: 'failed', problem: why });

const over = (job: string): Problem =>
  problem('job.notDelivered', 'The prompt of {job} was not delivered: its session or its attempt is over. Retry it.', {
    job,
  });

const notReachable = (job: string, session: string, backend: string): Problem =>
  problem(
    'job.notReachable',
    'The prompt of {job} was not delivered: {session} runs in {backend}, where nothing can be typed from here. Retry it where it can.',
    { job, session, backend },
  );

const sendYourself = (job: string, session: string, line: string): Problem =>
  problem(
    'job.sendYourself',
    'MAM can’t tell whether {session} waits for the prompt of {job}, and typed nothing. Look there, and send this line yourself: {line}',
    { job, session, line },
  );

const unknown = (job: string, session: string): Problem =>
  problem(
    'job.deliveryUnknown',
    'The prompt of {job} may not have been delivered: MAM ended while it was sent. Look at {session}; then wait for its report, or cancel the job and retry it.',
    { job, session },
  );
