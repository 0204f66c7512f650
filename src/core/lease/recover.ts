import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { isOverdue, leaseName } from './facts.ts';
import { unknownLease } from './refusals.ts';
import type { Lease, LeaseReason, RecoveryStep } from './types.ts';

/** What helps for each reason. What could not be looked at is never given free unseen. */
export const recoverySteps: Readonly<Record<LeaseReason, readonly RecoveryStep[]>> = {
  'missing-worktree': ['release', 'inspect'],
  'dirty-worktree': ['rescue', 'inspect'],
  'detached-worktree': ['rescue', 'inspect'],
  'inspection-failed': ['inspect'],
};

/** A person's decision about a lease that could not simply lapse. */
export function recoverLease(
  state: State,
  { lease: id, step }: Extract<Command, { type: 'recoverLease' }>,
  context: Context,
): Result<readonly DomainEvent[], Problem> {
  const lease = state.leases[id];
  if (!lease) return unknownLease(id);
  const name = leaseName(state, lease);
  if (lease.state !== 'recovery-needed')
    return err(problem('lease.sound', 'The lease {lease} needs no recovery.', { lease: name }));
  const steps = recoverySteps[lease.reason ?? 'inspection-failed'];
  if (!steps.includes(step))
    return err(
      problem('lease.otherRecovery', 'The lease {lease} can’t be recovered by {step} ({reason}). Possible: {steps}.', {
        lease: name,
        step,
        reason: lease.reason ?? 'inspection-failed',
        steps: steps.join(', '),
      }),
    );
  switch (step) {
    case 'release':
      return ok([{ type: 'leaseRecovered', lease: id, person: context.actor.id, rescue: null }]);
    case 'inspect':
      return ok(request(state, inspection(lease)));
    case 'rescue':
      return ok(
        request(state, {
          kind: 'rescueLease',
          id: rescueId(id),
          run: null,
          lease: id,
          worktree: lease.worktree,
          name: `lease-${name}`,
          person: context.actor.id,
        }),
      );
  }
}

const inspectionId = (lease: string): string => `${lease}/inspect`;
const rescueId = (lease: string): string => `${lease}/rescue`;

/** The effect whose end tells how a step went; null for one that is done at once. */
export const effectOfRecovery = (lease: string, step: RecoveryStep): string | null =>
  step === 'release' ? null : step === 'rescue' ? rescueId(lease) : inspectionId(lease);

const inspection = (lease: Lease): Effect => ({
  kind: 'inspectLease',
  id: inspectionId(lease.id),
  run: null,
  lease: lease.id,
  worktree: lease.worktree,
  expiresAwake: lease.expiresAwake,
});

const request = (state: State, effect: Effect): readonly DomainEvent[] =>
  effect.id in state.effects ? [] : [{ type: 'effectRequested', effect }];

/** A lease whose time is up with nobody who renews it is looked at before it lapses. */
export const inspectOverdue = (state: State, lease: Lease, awakeMs: number): readonly DomainEvent[] =>
  lease.state === 'active' && isOverdue(state, lease, awakeMs) ? request(state, inspection(lease)) : [];

/** What the look at its worktree means, unless the lease was renewed meanwhile. */
export function settleInspection(
  state: State,
  effect: Extract<Effect, { kind: 'inspectLease' }>,
  found: LeaseReason | 'clean',
): readonly DomainEvent[] {
  const lease = state.leases[effect.lease];
  if (!lease || lease.expiresAwake !== effect.expiresAwake) return [];
  if (found === 'clean') return [{ type: 'leaseExpired', lease: lease.id }];
  return lease.reason === found ? [] : [{ type: 'leaseStranded', lease: lease.id, reason: found }];
}

/** What was found is kept, so the files are free. */
export const settleRescue = (
  state: State,
  effect: Extract<Effect, { kind: 'rescueLease' }>,
  rescue: string | null,
): readonly DomainEvent[] =>
  state.leases[effect.lease]?.state === 'recovery-needed'
    ? [{ type: 'leaseRecovered', lease: effect.lease, person: effect.person, rescue }]
    : [];
