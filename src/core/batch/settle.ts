import { breachesOfRun } from '../breach/select.ts';
import { auditClaim } from '../claim/auditClaim.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { identityOf } from '../gate/facts.ts';
import type { Job } from '../job/types.ts';
import type { Outcome } from '../outcome.ts';
import { settleReview } from '../review/settle.ts';
import { sameIdentity, type Verdict } from '../review/types.ts';
import type { State } from '../state.ts';
import { blockerOf } from './blockers.ts';
import { auditVerdict } from './audit.ts';
import type { Batch, BatchSeat } from './types.ts';

/** What the outcome of a batch's effect means. */
export function settleBatch(
  state: State,
  batch: Batch,
  jobId: string | null,
  outcome: Exclude<Outcome, { kind: 'failed' }>,
  context: Context,
): readonly DomainEvent[] {
  if (outcome.kind === 'auditBatch') return settleAudit(state, batch, outcome.found, context);
  const job = batch.jobs.find((one) => one.id === jobId);
  return outcome.kind === 'runLane' && job && !job.ended ? settleLane(state, batch, job, outcome, context) : [];
}

function settleLane(
  state: State,
  batch: Batch,
  job: Job,
  { outcome, review }: Extract<Outcome, { kind: 'runLane' }>,
  context: Context,
): readonly DomainEvent[] {
  const ended: DomainEvent = { type: 'jobEnded', job: job.id, outcome };
  // Lanes that another's end brought down are no reason of their own.
  const cause: readonly DomainEvent[] =
    outcome.kind !== 'report' && batch.blockers.length === 0
      ? [{ type: 'batchBlocked', batch: batch.id, problem: blockerOf(job.role, outcome, batch) }]
      : [];
  if (outcome.kind !== 'report' && !review?.integrityFault) return [ended, ...cause];
  const seat = batch.seats.find((one) => one.session === job.session);
  const judged = settleReview(batch, job, outcome, review, context);
  // Nobody waits for the verdict of a seat that blocks nothing, but it may not write either.
  const events = seat?.shipGate === 'blocking' ? judged : judged.filter((event) => isAbout(event, review));
  return [ended, ...cause, ...events.flatMap((event) => withConsequence(state, batch, seat, event))];
}

const isAbout = (event: DomainEvent, review: Extract<Outcome, { kind: 'runLane' }>['review']): boolean =>
  review?.integrityFault === true && (event.type === 'faultFound' || event.type === 'verdictMissing');

/** A verdict counts for the run that it is about, and a reader that wrote ends the batch. */
function withConsequence(
  state: State,
  batch: Batch,
  seat: BatchSeat | undefined,
  event: DomainEvent,
): readonly DomainEvent[] {
  if (event.type === 'verdictGiven') return [event, ...(seat ? counted(state, batch, seat, event.verdict) : [])];
  if (event.type === 'faultFound') return [event, { type: 'batchBlocked', batch: batch.id, problem: event.problem }];
  return [event];
}

/** Verdicts for the gate of the run, as long as that still is at exactly what was looked at. */
function counted(state: State, batch: Batch, seat: BatchSeat, verdict: Verdict): readonly DomainEvent[] {
  const { change, options } = batch;
  const run = change?.run ? state.runs[change.run] : undefined;
  const identity = run && run.phase !== 'ended' ? identityOf(run) : null;
  // Whoever wrote where nobody may is no judge, whatever a person makes of the breach later.
  const isKept = !breachesOfRun(state, batch.id).some((breach) => breach.blocks);
  return run && isKept && options.counts && identity && sameIdentity(identity, verdict.identity)
    ? dueVerdicts(batch, seat, verdict).map((one) => ({ type: 'verdictGiven', run: run.id, verdict: one }))
    : [];
}

/** What a seat says with a new verdict: a NOT PASS at once, its passes only when the last of its lanes has given a verdict. */
function dueVerdicts({ verdicts }: Batch, { session, lanes }: BatchSeat, verdict: Verdict): readonly Verdict[] {
  const before = verdicts.filter((one) => one.session === session);
  if (before.length + 1 >= lanes.length) return [...before.filter((one) => one.word === 'pass'), verdict];
  return verdict.word === 'pass' ? [] : [verdict];
}

/** The deterministic seats: what was found by rule is their verdict, and no process ever is. */
function settleAudit(
  state: State,
  batch: Batch,
  found: Extract<Outcome, { kind: 'auditBatch' }>['found'],
  context: Context,
): readonly DomainEvent[] {
  const { change } = batch;
  if (!change) return [];
  const audit = { found, claims: auditClaim('', change.surface, []) };
  const seats = batch.seats.filter((seat: BatchSeat) => seat.lanes.length === 0);
  return [
    { type: 'batchAudited', batch: batch.id, audit },
    ...seats.flatMap((seat): readonly DomainEvent[] => {
      const verdict = auditVerdict(seat, change.identity, audit, context.at);
      return [
        { type: 'verdictGiven', run: batch.id, verdict },
        ...(seat.shipGate === 'blocking' ? counted(state, batch, seat, verdict) : []),
      ];
    }),
  ];
}
