import type { Problem } from '../../base/problem.ts';
import { jobsAtWorkOn } from '../delegation/holds.ts';
import { isActive, isWorking } from '../loop/phases.ts';
import type { LoopOptions, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { runOfLease } from './facts.ts';
import { heldBy } from './heldBy.ts';
import { needsRecovery } from './refusals.ts';
import { contested, sharedWith } from './shared.ts';
import type { Lease } from './types.ts';

/** A run that wants its files, or what would be one were its task begun now. */
export type Claimant = Pick<Run, 'id' | 'branch' | 'claims' | 'phase'> & {
  readonly task: Pick<Run['task'], 'id'>;
  readonly options: Pick<LoopOptions, 'contextPaths' | 'source'>;
};

/** Why somebody can't have its files, and whether they come free without a person. */
export interface Refusal {
  readonly why: Problem;
  readonly passes: boolean;
}

/**
 * Tells what keeps somebody from its files, null where nothing does. What others hold is taken apart once for all that
 * are asked about; `but` names leases that are no matter here.
 */
export function claimRefusal(
  state: State,
  contextPaths: readonly string[] | undefined,
  but: ReadonlySet<string> = new Set(),
): (claimant: Claimant) => Refusal | null {
  const leases = Object.values(state.leases).filter((lease) => !but.has(lease.id));
  const meetsAny = sharedWith(
    leases.flatMap((lease) => lease.claims),
    contextPaths,
  );
  const broken = leases.filter((lease) => lease.state === 'recovery-needed');
  return (claimant) => {
    const own = broken.find((lease) => lease.run !== claimant.id && lease.task === claimant.task.id);
    if (own) return { why: needsRecovery(state, own), passes: false };
    const held = meetsAny(claimant.claims).length > 0 ? clashIn(state, leases, claimant) : null;
    if (held) return { why: heldBy(state, held.lease, held.files), passes: passes(state, held.lease) };
    const [atWork] = jobsAtWorkOn(state, claimant.claims, contextPaths);
    return atWork ? { why: atWork, passes: true } : null;
  };
}

/** The lease that keeps a run from its own, and which of the run's files it holds; null where none does. */
export const leaseInTheWay = (state: State, run: Claimant): Clash | null =>
  clashIn(state, Object.values(state.leases), run);

interface Clash {
  readonly lease: Lease;
  readonly files: readonly string[];
}

function clashIn(state: State, leases: readonly Lease[], run: Claimant): Clash | null {
  for (const lease of leases) {
    if (lease.run === run.id || isFree(state, lease, run) || isApart(state, lease, run)) continue;
    const files = contested(lease.claims, run.claims, run.options.contextPaths);
    if (files.length > 0) return { lease, files };
  }
  return null;
}

/** What a run holds that is at work, or is tried again, may come free with it; all else is for a person. */
const passes = (state: State, lease: Lease): boolean => {
  const run = runOfLease(state, lease);
  return lease.state === 'active' && run !== undefined && (run.phase === 'retrying' || isWorking(state, run));
};

export const rivalsOf = (state: State, run: Claimant): readonly Lease[] =>
  Object.values(state.leases).filter((lease) => lease.run !== run.id);

export const isFree = (state: State, lease: Lease, run: Claimant): boolean =>
  isForThisTask(lease, run) || isLeft(state, lease, run);

/**
 * A loop that begins in a checkout takes it over from one there whose run only waits: that one's gate closes when the
 * branch moves, and what it was about is in its commits.
 */
const isLeft = (state: State, lease: Lease, run: Claimant): boolean => {
  const other = lease.run === null ? undefined : state.runs[lease.run];
  const place = other?.options.source?.path;
  return (
    other !== undefined &&
    place !== undefined &&
    place === run.options.source?.path &&
    isActive(run) &&
    !isWorking(state, other) &&
    lease.borrower === null &&
    lease.state === 'active'
  );
};

/** Whoever works in a checkout that a person named writes on a branch of its own, which that person brings together with others. */
const isApart = (state: State, lease: Lease, run: Claimant): boolean => {
  const other = lease.run === null ? undefined : state.runs[lease.run];
  return (run.options.source ?? other?.options.source) !== undefined && lease.branch !== run.branch;
};

/** What a tick claimed for the task goes over to its run, unless somebody writes with it. */
const isForThisTask = (lease: Lease, run: Claimant): boolean =>
  lease.run === null && lease.task === run.task.id && lease.borrower === null && lease.state === 'active';
