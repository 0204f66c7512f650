import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { followWriter } from './lend.ts';
import { inspectOverdue } from './recover.ts';
import { completeTakeover } from './takeOver.ts';

/** What follows for the leases by itself: the next events of the first one that has some. */
export function stepLeases(state: State, context: Context): readonly DomainEvent[] {
  for (const lease of Object.values(state.leases)) {
    const lent = followWriter(state, lease);
    if (lent.length > 0) return lent;
    const taken = completeTakeover(state, lease, context);
    if (taken.length > 0) return taken;
    const overdue = inspectOverdue(state, lease, context.awakeMs);
    if (overdue.length > 0) return overdue;
  }
  return [];
}
