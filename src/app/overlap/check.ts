import { overlapPreflight } from '../../core/overlap/preflight.ts';
import type { OverlapFacts, OverlapResult } from '../../core/overlap/types.ts';
import { gatherOverlap, type OverlapDeps, type OverlapRequest } from './gather.ts';

export interface OverlapCheck {
  readonly facts: OverlapFacts;
  readonly report: OverlapResult;
  /** Number of the branch's open pull request in this repository; null for none, and when nobody could be asked. */
  readonly pullRequest: string | null;
}

/** Whether somebody else already works on an issue or its branch, as it is now. Reads only. */
export async function checkOverlap(request: OverlapRequest, deps: OverlapDeps): Promise<OverlapCheck> {
  const facts = await gatherOverlap(request, deps);
  const open = facts.openPullRequests.ok ? facts.openPullRequests.value : [];
  const own = open.find((one) => one.head === request.branch && !one.fork);
  return { facts, report: overlapPreflight(facts), pullRequest: own === undefined ? null : String(own.number) };
}
