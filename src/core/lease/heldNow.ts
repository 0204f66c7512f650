import { problem, type Problem } from '../../base/problem.ts';
import { setbackOf } from '../autoLoop/setback.ts';
import type { Ask, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { leaseName } from './facts.ts';
import { heldBy } from './heldBy.ts';
import { claimRefusal } from './inTheWay.ts';

/** What is said of a lease that another one has. */
const ofLease: ReadonlySet<string> = new Set(['lease.overlap', 'lease.recoveryNeeded']);

/** What was said of held files, as it is now: the holder may wait for a person since, and the files may have come free. */
export function heldNow(state: State, why: Problem): Problem {
  if (!ofLease.has(why.code)) return why;
  const lease = Object.values(state.leases).find((one) => leaseName(state, one) === why.params['lease']);
  return lease ? heldBy(state, lease, String(why.params['files'] ?? '').split(', ')) : freed(why);
}

/**
 * What a run asks as things are now; who else holds its files since is named instead of who held them. Where a lane came
 * to nothing after a fault, the fault is what keeps it from being tried again, and what a person has to judge.
 */
export function askNow(state: State, run: Run): Ask | null {
  const { ask } = run;
  const fault = run.faults.at(-1);
  if (fault && setbackOf(run) === 'lane') return { kind: 'problem', problem: fault };
  if (ask?.kind !== 'problem' || !ofLease.has(ask.problem.code)) return ask;
  const now = claimRefusal(state, run.options.contextPaths)(run)?.why;
  return { kind: 'problem', problem: now ?? freed(ask.problem) };
}

const freed = ({ params }: Problem): Problem =>
  problem('lease.nowFree', '{files} was leased for {holder} and is free now. Resume to go on.', {
    files: params['files'] ?? '',
    holder: params['holder'] ?? '',
  });
