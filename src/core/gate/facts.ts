import { leaseInTheWay } from '../lease/inTheWay.ts';
import { holderOf } from '../lease/facts.ts';
import { blockingBreaches } from '../breach/select.ts';
import type { Breach } from '../breach/types.ts';
import { headRefOf } from '../loop/headRef.ts';
import type { Run } from '../loop/types.ts';
import { verdictsOn } from '../review/standing.ts';
import type { Identity, Verdict } from '../review/types.ts';
import type { State } from '../state.ts';
import { entriesMatcher } from '../topology/loadBearing.ts';
import { requiredRoles } from '../topology/roles.ts';
import type { Role } from '../topology/types.ts';

/** What the rules look at: one run, its present identity, and what is known about exactly that. */
export interface GateFacts {
  readonly run: Run;
  readonly identity: Identity | null;
  readonly required: readonly Role[];
  /** Verdicts for exactly this identity. */
  readonly verdicts: readonly Verdict[];
  /** What was found outside its worktrees while its jobs worked, and no person has accepted. */
  readonly breaches: readonly Breach[];
  readonly leaseHeld: boolean;
  /** Who holds files of a run that holds no lease itself; null where nobody does. */
  readonly leaseHolder: string | null;
  /** Where the base ref is now; null when it wasn't looked at yet. */
  readonly baseNow: string | null;
  /** Where the integration branch is now; null when it wasn't looked at yet. */
  readonly headNow: string | null;
}

/** The identity that verdicts must carry to count now; null before the first commit of the run. */
export const identityOf = (run: Run): Identity | null =>
  run.base && run.change
    ? {
        task: run.task.id,
        round: run.change.round,
        run: run.id,
        base: run.base.commit,
        head: run.change.head,
        tree: run.change.tree,
      }
    : null;

/** Asked of every run after every event, and for each it is the same until its change is another one. */
const bearing = new WeakMap<Run, boolean>();

export function touchesLoadBearing(run: Run): boolean {
  const known = bearing.get(run);
  if (known !== undefined) return known;
  const touches = (run.change?.files ?? []).map((file) => file.path).some(entriesMatcher(run.options.loadBearing));
  bearing.set(run, touches);
  return touches;
}

export function gateFacts(state: State, run: Run): GateFacts {
  const identity = identityOf(run);
  const inTheWay = run.lease === null ? leaseInTheWay(state, run) : null;
  return {
    run,
    identity,
    required: requiredRoles(run.options.topology, touchesLoadBearing(run)),
    verdicts: verdictsOn(run.verdicts, identity),
    breaches: blockingBreaches(state, run.id),
    leaseHeld: run.lease !== null && state.leases[run.lease]?.state === 'active',
    leaseHolder: inTheWay && holderOf(state, inTheWay.lease),
    baseNow: run.base ? (state.refs[run.base.ref] ?? null) : null,
    headNow: state.refs[headRefOf(run)] ?? null,
  };
}
