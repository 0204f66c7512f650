import { problem, type Problem } from '../../base/problem.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { evaluateGate } from '../gate/evaluate.ts';
import { gateFacts, type GateFacts } from '../gate/facts.ts';
import { claimLease } from '../lease/decide.ts';
import { awaitsMerge } from '../merged/select.ts';
import { askOfMerge, stepMerged } from '../merged/step.ts';
import { dueSecond } from '../review/second.ts';
import type { State } from '../state.ts';
import type { Role } from '../topology/types.ts';
import { agentOf, laneOf } from './agentOf.ts';
import { nextArgument } from './dispute.ts';
import { guardChange } from './guardChange.ts';
import { checkWorktree } from './names.ts';
import { needLease } from './needLease.ts';
import { isRequested } from './phases.ts';
import { startRound } from './startRound.ts';
import { goOn, settled, takeTurn, waiting, type Step } from './turn.ts';
import type { Run } from './types.ts';
import { whyNoRound } from './whyNoRound.ts';
import { requestWorktree } from './worktrees.ts';

/** The judging part of a round: reviewers and checks side by side, each on the exact head, then the gate. */
export function review(state: State, run: Run, context: Context): readonly DomainEvent[] {
  const facts = gateFacts(state, run);
  if (!facts.identity) return [];
  const lease = needLease(state, run, context);
  if (lease) return lease;
  const guard = guardChange(state, run);
  if (guard) return guard;
  const seats = facts.required.map((role) => stepReviewer(state, run, facts, role, context));
  const checks = stepChecks(state, run, facts.identity.head);
  const next = [...seats, checks].find((step) => step.events.length > 0);
  if (next) return next.events;
  const steps = [...seats, checks];
  const question = steps.find((step) => step.ask !== null)?.ask;
  // What still works is waited for: a person should not be asked twice.
  if (question && steps.every((step) => step.settled || step.ask !== null))
    return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: question } }];
  return steps.every((step) => step.settled) ? conclude(state, run, context) : [];
}

function stepReviewer(state: State, run: Run, facts: GateFacts, role: Role, context: Context): Step {
  const own = facts.verdicts.filter((verdict) => verdict.session === role.session);
  // A pass that its seat took back is asked for again; a NOT PASS stays one.
  const isOpen = own.every((verdict) => verdict.word === 'pass') && run.lowered[role.session] !== undefined;
  const second = own.length > 0 && !isOpen ? dueSecond(run, own) : null;
  if ((own.length > 0 && !isOpen && !second) || !facts.identity) return settled;
  const turn = {
    kind: 'review',
    role,
    staff: second ? laneOf(run, role.session, second.agent) : agentOf(run, role.session),
    commit: facts.identity.head,
    identity: facts.identity,
    ...(second ? { prior: second.prior } : {}),
  } as const;
  return takeTurn(state, run, turn, context);
}

function stepChecks(state: State, run: Run, head: string): Step {
  if (run.checks.length === 0 || run.results.some((result) => result.head === head)) return settled;
  const name = checkWorktree(run);
  const worktree = state.worktrees[name];
  if (worktree?.state !== 'ready')
    return goOn(requestWorktree(state, run, { worktree: name, purpose: 'check', commit: head }));
  const id = `${name}/run`;
  if (isRequested(state, id)) return waiting;
  return goOn([
    {
      type: 'effectRequested',
      effect: { kind: 'runChecks', id, run: run.id, path: worktree.path, head, checks: run.checks },
    },
  ]);
}

/** Everything of the round is in: open the gate, argue, go round again, or ask a person. A cap is never an approval. */
function conclude(state: State, run: Run, context: Context): readonly DomainEvent[] {
  const gate = evaluateGate(state, run);
  if (awaitsMerge(gate)) return mergeNow(state, run);
  if (gate.open)
    return [
      { type: 'gateOpened', run: run.id, gate },
      { type: 'phaseEntered', run: run.id, phase: run.options.promotes ? 'promoting' : 'waiting' },
    ];
  const closed: DomainEvent = { type: 'gateClosed', run: run.id, gate };
  // A merge that is still to be made is nothing to ask about: another round, or a person's answer, comes before it.
  const missing = gate.rules.flatMap(({ rule, outcome, missing: lacks }) =>
    rule === 'merged' && outcome === 'pending' ? [] : lacks,
  );
  const ask = (question: Problem): readonly DomainEvent[] => [
    closed,
    { type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: question } },
  ];
  const { verdicts } = gateFacts(state, run);
  const isRejected = missing.every((one) => one.code === 'gate.notPassed');
  const argument = isRejected ? nextArgument(run, verdicts) : null;
  if (argument) return [closed, { type: 'phaseEntered', run: run.id, phase: argument }];
  // Whoever writes knows nothing of what came to the base since: another round on the old one mends no merge.
  const isUnmergeable = gate.rules.some(({ rule, outcome }) => rule === 'merged' && outcome === 'fail');
  if (isUnmergeable || !missing.every((one) => repairable.has(one.code))) return ask(whatIsMissing(run, missing));
  const stop = whyNoRound(run, { verdicts, missing, isRejected }, context);
  return stop ? ask(stop) : [closed, ...startRound(run, context)];
}

const mendable = ['gate.provesNothing', 'gate.proofNoTests', 'gate.proofNotBuilt'];

/** What the writer can mend in another round. */
const repairable: ReadonlySet<string> = new Set(['gate.notPassed', 'gate.checkFailed', ...mendable]);

/** The reason behind the first missing thing: of a review that failed, why it did. */
function whatIsMissing(run: Run, missing: readonly Problem[]): Problem {
  const first = missing.find((one) => !repairable.has(one.code));
  const unjudged = run.jobs.findLast((job) => job.round === run.round && job.noVerdict !== undefined);
  if ((first?.code === 'gate.noVerdict' || first?.code === 'gate.noSecond') && unjudged?.noVerdict)
    return unjudged.noVerdict;
  return first ?? problem('gate.closed', 'The gate of {task} is closed.', { task: run.task.id });
}

/** Keeps the gate of a waiting run true: it closes the moment anything moves, and opens again when it moves back. */
export function watchGate(state: State, run: Run, context: Context): readonly DomainEvent[] {
  if (!run.lease) {
    const lease = claimLease(state, run, context);
    if (lease.ok) return lease.value;
  }
  const gate = evaluateGate(state, run);
  if (!run.gate || !sameValue(run.gate, gate))
    return [{ type: gate.open ? 'gateOpened' : 'gateClosed', run: run.id, gate }];
  return awaitsMerge(gate) ? mergeNow(state, run) : [];
}

/** Brings the merge with the base of now forward; a gate that waits for nothing else stays closed meanwhile. */
function mergeNow(state: State, run: Run): readonly DomainEvent[] {
  const question = askOfMerge(state, run);
  if (question) return [{ type: 'runAsked', run: run.id, ask: question }];
  const { events, ask } = stepMerged(state, run);
  return ask ? [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: ask } }] : events;
}
