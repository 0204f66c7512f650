import type { Problem } from '../base/problem.ts';
import type { BatchAudit } from './batch/types.ts';
import type { Check, CheckResult } from './evidence/types.ts';
import type { LaneOutcome } from './job/types.ts';
import type { LeaseReason } from './lease/types.ts';
import type { Base, FileChange } from './loop/types.ts';
import type { Finding, VerdictWord } from './review/types.ts';

/** How an effect ended. One form for each kind, and one for everything that can be said of a failure. */
export type Outcome =
  | {
      readonly kind: 'prepareRun';
      readonly base: Base;
      readonly branch: string;
      readonly checks: readonly Check[];
      readonly checksFrom: 'base' | 'start';
    }
  | { readonly kind: 'createWorktree' }
  | { readonly kind: 'removeWorktree'; readonly rescue: string | null }
  | { readonly kind: 'runLane'; readonly outcome: LaneOutcome; readonly review: ReviewReport | null }
  | {
      readonly kind: 'capturePatch';
      readonly tree: string;
      readonly patch: string;
      readonly roundFiles: readonly FileChange[];
      readonly files: readonly FileChange[];
      readonly faults: readonly Problem[];
    }
  | { readonly kind: 'commitPatch'; readonly head: string; readonly tree: string }
  | { readonly kind: 'applyPatch'; readonly head: string }
  | { readonly kind: 'runChecks'; readonly results: readonly CheckResult[] }
  | { readonly kind: 'mergeLocally' }
  | { readonly kind: 'inspectLease'; readonly found: LeaseReason | 'clean' }
  | { readonly kind: 'rescueLease'; readonly rescue: string | null }
  | { readonly kind: 'validate'; readonly results: readonly CheckResult[] }
  /** The command ran to its end; a code other than 0 says that it did not ship. */
  | { readonly kind: 'ship'; readonly exitCode: number; readonly tail: string }
  /** The ship command was certainly not started. Any other failure may have come after it began. */
  | { readonly kind: 'ship'; readonly refused: Problem }
  | { readonly kind: 'deleteBranch'; readonly rescue: string | null }
  | { readonly kind: 'auditBatch'; readonly found: BatchAudit['found'] }
  /** `found`: it was there already. */
  | { readonly kind: 'openIssue'; readonly number: string; readonly found: boolean }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** What a review report says once it is parsed; `word` null means that it has no legal verdict, and why. */
export interface ReviewReport {
  readonly word: VerdictWord | null;
  readonly problem: Problem | null;
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** The reviewer changed its checkout although it may only read. */
  readonly integrityFault: boolean;
}
