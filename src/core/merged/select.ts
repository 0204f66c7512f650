import type { GateFacts } from '../gate/facts.ts';
import type { GateResult, RuleResult } from '../gate/types.ts';
import type { Decision, Run } from '../loop/types.ts';
import type { Landing, MergedResult } from './types.ts';

/** What a branch that is not there any more is recorded as. */
export const gone = 'gone';

/** The merge that counts: of exactly this head, on exactly this base. */
export const mergedOn = ({ merged }: Pick<Run, 'merged'>, base: string, head: string): MergedResult | null =>
  merged?.base === base && merged.head === head ? merged : null;

/** The head and base of now where one has to be merged onto the other before anything can be said; else null. */
export function mergeWanted({ identity, baseNow, headNow }: GateFacts): Pick<MergedResult, 'base' | 'head'> | null {
  if (!identity || baseNow === null || baseNow === gone || baseNow === identity.base) return null;
  return headNow === identity.head ? { base: baseNow, head: identity.head } : null;
}

/** What would be on the base after a yes: the head while the base is where it was, else the merge of both; null for neither. */
export function landingOf({ run, identity, baseNow }: Pick<GateFacts, 'run' | 'identity' | 'baseNow'>): Landing | null {
  if (!identity || baseNow === null) return null;
  if (baseNow === identity.base) return { base: baseNow, commit: identity.head };
  const made = mergedOn(run, baseNow, identity.head)?.made;
  return made?.kind === 'clean' ? { base: baseNow, commit: made.commit } : null;
}

/** The commit that a yes was for. */
export const approvedCommit = ({ landing, head }: Decision): string => landing?.commit ?? head;

/** The newest merge of the newest head; null where the base never moved, or none was made since. */
export const newestMerge = ({ merged, change }: Pick<Run, 'merged' | 'change'>): MergedResult | null =>
  merged && merged.head === change?.head ? merged : null;

/** Whether nothing but the merge with the base of now is missing. */
export const awaitsMerge = ({ rules }: GateResult): boolean =>
  rules.some(isPendingMerge) && rules.every((one) => one.outcome === 'pass' || isPendingMerge(one));

const isPendingMerge = ({ rule, outcome }: RuleResult): boolean => rule === 'merged' && outcome === 'pending';

/** Approved, but not on its base yet. */
export const isUnmerged = (run: Run): boolean => run.decision?.kind === 'approved' && !run.decision.merged;

/** A run that waits, and is merged and checked anew meanwhile because its base moved. */
export const isMerging = (run: Run): boolean =>
  run.phase === 'waiting' && run.decision === null && run.gate !== null && awaitsMerge(run.gate);

/** A run that waits behind a check that did not pass on the merged result: a person may have it run once more. */
export const hasFailedMerge = (run: Run): boolean =>
  run.phase === 'waiting' && run.decision === null && failedOnMerge(run).length > 0;

/** What did not pass on the newest merge of a run. */
const failedOnMerge = ({ merged, results }: Pick<Run, 'merged' | 'results'>): Run['results'] =>
  merged === undefined ? [] : results.filter((one) => one.head === commitOf(merged) && one.outcome !== 'passed');

/** The commit that a merge made; null where it made none. */
export const commitOf = ({ made }: MergedResult): string | null => (made.kind === 'clean' ? made.commit : null);
