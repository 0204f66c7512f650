import { problem, type Problem } from '../../base/problem.ts';
import { err, type Result } from '../../base/result.ts';
import type { State } from '../state.ts';
import { leaseName } from './facts.ts';
import type { Lease } from './types.ts';

/** The answer to a command about a lease that is not held. */
export const unknownLease = (id: string): Result<never, Problem> =>
  err(
    problem(
      'lease.unknown',
      'There is no lease {lease}: it may have been released meanwhile. “mam lease list” shows all.',
      { lease: id },
    ),
  );

/** The answer to a command that a lease in need of recovery can't follow. */
export const recoverFirst = (state: State, lease: Lease): Problem =>
  problem('lease.recoverFirst', 'The lease {lease} needs recovery. Recover it; that sets its files free.', {
    lease: leaseName(state, lease),
  });

/** Why nobody may claim for a task whose own lease needs recovery. */
export const needsRecovery = (state: State, lease: Lease): Problem =>
  problem(
    'lease.recoveryNeeded',
    'The lease {lease} needs recovery: a person decides with “mam lease recover {lease}”.',
    {
      lease: leaseName(state, lease),
    },
  );
