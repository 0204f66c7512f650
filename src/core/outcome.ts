import type { Problem } from '../base/problem.ts';
import type { SessionProcess } from './agentSession/types.ts';
import type { BatchAudit } from './batch/types.ts';
import type { PointAnswer } from './dispute/types.ts';
import type { Check, CheckResult } from './evidence/types.ts';
import type { LaneOutcome } from './job/types.ts';
import type { LeaseReason } from './lease/types.ts';
import type { SourceSight } from './loop/source.ts';
import type { Base, Change, FileChange } from './loop/types.ts';
import type { MergeMade } from './merged/types.ts';
import type { Seed } from './patch/types.ts';
import type { Finding, VerdictWord } from './review/types.ts';
import type { TestLoss } from './testLoss/types.ts';
import type { TeamSummary, WorkerPatch } from './team/types.ts';
import type { SetUpResult, WorktreeCommand } from './worktree/types.ts';

/** How an effect ended. One form for each kind, and one for everything that can be said of a failure. */
export type Outcome =
  | {
      readonly kind: 'prepareRun';
      readonly base: Base;
      readonly branch: string;
      readonly checks: readonly Check[];
      readonly checksFrom: 'base' | 'start';
      readonly seed?: Seed;
      /** Of a checkout that a person named: what it holds, and the change that is there already where it is only judged. */
      readonly source?: { readonly sight: SourceSight; readonly change: Omit<Change, 'round'> | null };
    }
  | { readonly kind: 'sightSource'; readonly sight: SourceSight }
  | { readonly kind: 'createWorktree' }
  | {
      readonly kind: 'removeWorktree';
      readonly rescue: string | null;
      readonly cleanUp?: readonly WorktreeCommand[];
    }
  | { readonly kind: 'setUpWorktree'; readonly result: SetUpResult }
  | {
      readonly kind: 'runLane';
      readonly outcome: LaneOutcome;
      readonly review: ReviewReport | null;
      /** Of the job's folder, where it is to go once its report is kept. */
      readonly seal?: string;
    }
  | {
      readonly kind: 'capturePatch';
      readonly tree: string;
      readonly patch: string;
      readonly roundFiles: readonly FileChange[];
      readonly files: readonly FileChange[];
      readonly faults: readonly Problem[];
    }
  | {
      readonly kind: 'commitPatch';
      readonly head: string;
      readonly tree: string;
      /** What it takes away from the tests, where that was to be looked up. */
      readonly tests?: readonly TestLoss[];
    }
  | { readonly kind: 'applyPatch'; readonly head: string }
  | { readonly kind: 'runChecks'; readonly results: readonly CheckResult[] }
  | { readonly kind: 'promoteReports' }
  | { readonly kind: 'clearJobFolders'; readonly cleared: readonly string[]; readonly kept: readonly string[] }
  /** `held`: the base has the head in its history already. */
  | {
      readonly kind: 'mergeResult';
      readonly made: MergeMade;
      readonly checks: readonly Check[];
      readonly held?: true;
    }
  | { readonly kind: 'mergeLocally' }
  | { readonly kind: 'inspectLease'; readonly found: LeaseReason | 'clean' }
  | { readonly kind: 'rescueLease'; readonly rescue: string | null }
  | { readonly kind: 'validate'; readonly results: readonly CheckResult[] }
  /** The command ran to its end; a code other than 0 says that it did not ship. */
  | { readonly kind: 'ship'; readonly exitCode: number; readonly tail: string }
  /** The ship command was certainly not started. Any other failure may have come after it began. */
  | { readonly kind: 'ship'; readonly refused: Problem }
  | { readonly kind: 'deleteBranch'; readonly rescue: string | null }
  | { readonly kind: 'startSession'; readonly handle: string; readonly process: SessionProcess | null }
  | { readonly kind: 'stopSession' }
  | { readonly kind: 'deliverPrompt'; readonly by: 'hook' | 'echo' | 'turn' | 'argument' | 'started' }
  | { readonly kind: 'auditBatch'; readonly found: BatchAudit['found'] }
  /** `problem`: it could not be started as a whole, and what there is of it has to be shut down. */
  | {
      readonly kind: 'launchTeam';
      readonly name: string;
      readonly warnings: readonly Problem[];
      readonly problem: Problem | null;
    }
  /** Null when its time was up, or it was stopped, before anything changed. */
  | { readonly kind: 'pollTeam'; readonly summary: TeamSummary | null }
  | { readonly kind: 'captureTeam'; readonly patches: readonly WorkerPatch[]; readonly warnings: readonly Problem[] }
  | { readonly kind: 'shutdownTeam'; readonly warnings: readonly Problem[] }
  | { readonly kind: 'publishTeam'; readonly warnings: readonly Problem[] }
  /** `found`: it was there already. */
  | { readonly kind: 'openIssue'; readonly number: string; readonly found: boolean }
  /** `wasThere`: the file said so already, so that nothing was written. */
  | { readonly kind: 'editQueue'; readonly wasThere?: true }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** What a review report says once it is parsed; `word` null means that it has no legal verdict, and why. What its findings make of the word is decided here. */
export interface ReviewReport {
  readonly word: VerdictWord | null;
  readonly problem: Problem | null;
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** What it says to points that are argued about. */
  readonly points?: readonly PointAnswer[];
  /** The reviewer changed its checkout although it may only read. */
  readonly integrityFault: boolean;
}
