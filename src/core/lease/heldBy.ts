import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import { holderOf, leaseName, runOfLease } from './facts.ts';
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
    : waitsForPerson(state, lease)
      ? problem(
          'lease.overlap',
          '{files} is leased for {holder} by {session} since {since}, which waits for you. Decide on {holder}, or choose other files.',
          params,
        )
      : problem(
          'lease.overlap',
          '{files} is leased for {holder} by {session} since {since}. Wait until it is released, or choose other files.',
          params,
        );
};

/** Waiting alone frees nothing then: the holder goes on when a person decides. One that is tried again goes on by itself. */
function waitsForPerson(state: State, lease: Lease): boolean {
  const phase = runOfLease(state, lease)?.phase;
  return phase === 'waiting' || phase === 'needs-you' || phase === 'stopped';
}
