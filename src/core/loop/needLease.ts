import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { claimLease } from '../lease/decide.ts';
import type { State } from '../state.ts';
import { isBusy } from './phases.ts';
import type { Run } from './types.ts';

/**
 * What gives the run its lease, or asks a person why it can't have it; null when it holds one and may go on. A changed
 * claim gives the old lease back at any time, and the new one has to be won like any other.
 */
export function needLease(state: State, run: Run, context: Context): readonly DomainEvent[] | null {
  if (run.lease) return null;
  const lease = claimLease(state, run, context);
  if (lease.ok) return lease.value;
  if (isBusy(state, run)) return [];
  return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: lease.error } }];
}
