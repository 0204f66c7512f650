import { auditedByRule } from '../../core/batch/audit.ts';
import type { Batch, BatchSeat } from '../../core/batch/types.ts';
import type { Job } from '../../core/job/types.ts';
import { stricter, turnVerdict, type TurnVerdict } from '../../core/review/dual.ts';
import type { Verdict } from '../../core/review/types.ts';

const failures: Readonly<Record<string, string>> = {
  'lane.timeout': 'timeout',
  'lane.commandCap': 'budget-exceeded',
  'lane.spawnFailed': 'spawn-failed',
  'lane.agentMissing': 'spawn-failed',
  'lane.stopped': 'terminated',
  'lane.interrupted': 'terminated',
  'lane.terminated': 'terminated',
};

/** How a seat of a batch stands, in the contract's words: by its newest lane, or by whether it was audited. */
export function seatState(batch: Batch, seat: BatchSeat): string {
  const job = newestJob(batch, seat);
  if (job?.ended) {
    const { outcome } = job.ended;
    return outcome.kind === 'report' ? 'completed' : (failures[outcome.problem.code] ?? 'failed');
  }
  if (job) return 'running';
  return seat.lanes.length === 0 && batch.audit ? 'completed' : 'planned';
}

export const newestJob = (batch: Batch, { session }: Pick<BatchSeat, 'session'>): Job | undefined =>
  batch.jobs.findLast((job) => job.session === session);

/**
 * What the lanes of a seat came to, the strictest of them; null while it has not ended, or was asked for no verdict. A pass
 * is one only when each of its lanes gave one.
 */
export function seatVerdict(batch: Batch, seat: BatchSeat): TurnVerdict | null {
  const own = verdictsOf(batch, seat).map(turnVerdict);
  if (seat.shipGate !== 'blocking') return own.length === 0 ? null : own.reduce(stricter);
  const silent = batch.jobs.some(
    (job) => job.session === seat.session && job.ended && !batch.verdicts.some((verdict) => verdict.job === job.id),
  );
  const given = silent ? [...own, 'error' as const] : own;
  if (given.length === 0) return null;
  const strictest = given.reduce(stricter);
  if (strictest !== 'approved' || own.length >= seat.lanes.length) return strictest;
  return batch.decision === 'running' ? null : 'error';
}

const verdictsOf = ({ verdicts }: Batch, { session }: BatchSeat): readonly Verdict[] =>
  verdicts.filter((verdict) => verdict.session === session);

/** What the gate is told of a seat: only of one whose verdict it needs, and a pass only where all its lanes passed. */
export function seatBeat(batch: Batch, seat: BatchSeat): string | null {
  if (!batch.options.counts || seat.shipGate !== 'blocking') return null;
  if (verdictsOf(batch, seat).some((verdict) => verdict.word !== 'pass')) return 'blocked';
  if (seatVerdict(batch, seat) !== 'approved') return null;
  return seat.session === auditedByRule ? 'clear' : 'passed';
}
