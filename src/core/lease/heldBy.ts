import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import { holderOf, leaseName } from './facts.ts';
import type { Lease } from './types.ts';

/** Files that a sentence names before it stops. */
const named = 5;

/** Whom to wait for, and never how to get around them. */
export const heldBy = (state: State, lease: Lease, files: readonly string[]): Problem => {
  const params = {
    files: [...files].toSorted().slice(0, named).join(', '),
    lease: leaseName(state, lease),
    holder: holderOf(state, lease),
    session: lease.session,
    since: lease.claimedAt,
  };
  return lease.state === 'recovery-needed'
    ? problem(
        'lease.recoveryNeeded',
        '{files} is leased for {holder} by {session} since {since}, and that lease needs recovery first: {lease}.',
        params,
      )
    : problem(
        'lease.overlap',
        '{files} is leased for {holder} by {session} since {since}. Wait until it is released, or choose other files.',
        params,
      );
};
