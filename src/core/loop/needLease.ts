import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { claimLease } from '../lease/decide.ts';
import type { State } from '../state.ts';
import { writerRole } from '../topology/roles.ts';
import { borrowLease } from '../lease/lend.ts';
import { lentLeases } from '../patch/end.ts';
import { isBusy } from './phases.ts';
import type { Run } from './types.ts';

/**
 * What gives the run its lease, or asks a person why it can't have it; null when it holds one and may go on. A changed
 * claim gives the old lease back at any time, and the new one has to be won like any other.
 */
export function needLease(state: State, run: Run, context: Context): readonly DomainEvent[] | null {
  if (run.lease || lentLeases(state, run).length > 0) return null;
  const lease = repairLease(state, run, context) ?? claimLease(state, run, context);
  if (lease.ok) return lease.value;
  if (isBusy(state, run)) return [];
  return [{ type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: lease.error } }];
}

/** Whoever mends what a waiting run made works under that run's lease, which is lent meanwhile; null where there is none. */
function repairLease(state: State, run: Run, context: Context): ReturnType<typeof borrowLease> | null {
  const repaired = state.runs[run.options.patch?.repairs ?? ''];
  if (!repaired?.lease) return null;
  const agent = run.options.agents[writerRole(run.options.topology)?.session ?? ''] ?? '';
  const spec = { type: 'borrowLease', lease: repaired.lease, agent, token: run.id, allowRecovery: false } as const;
  return borrowLease(state, spec, context);
}
