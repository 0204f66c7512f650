import type { Problem } from '../base/problem.ts';
import type { AgentSessionEvent } from './agentSession/event.ts';
import type { AppliedFrom } from './apply/types.ts';
import type { LoopEvent } from './autoLoop/event.ts';
import type { Breach } from './breach/types.ts';
import type { Batch, BatchAudit } from './batch/types.ts';
import type { JobSignal } from './job/types.ts';
import type { CircuitEvent } from './circuit/event.ts';
import type { DelegationEvent } from './delegation/event.ts';
import type { JobAnswer } from './dispute/types.ts';
import type { Effect } from './effect.ts';
import type { Check, CheckResult } from './evidence/types.ts';
import type { GateResult } from './gate/types.ts';
import type { Hold, Job, LaneOutcome } from './job/types.ts';
import type { ImportedLedger } from './ledger/types.ts';
import type { Borrower, Lease, LeaseReason, Takeover } from './lease/types.ts';
import type { Promotion } from './loop/promotion.ts';
import type { SourceSight } from './loop/source.ts';
import type { Ask, Base, Change, FileChange, Phase } from './loop/types.ts';
import type { MergeEvent } from './merged/event.ts';
import type { Landing } from './merged/types.ts';
import type { MixTarget } from './mix/types.ts';
import type { Proposal, Seed } from './patch/types.ts';
import type { Verdict } from './review/types.ts';
import type { Ship, ShipOutcome } from './ship/types.ts';
import type { Task } from './task/types.ts';
import type { Team, TeamStep, TeamSummary, WorkerPatch } from './team/types.ts';
import type { Tick } from './tick/types.ts';
import type { Topology } from './topology/types.ts';
import type { Prepared, SetUpResult, Worktree, WorktreeCommand } from './worktree/types.ts';

/** Everything that can have happened. A new form of an event is a new version with an upgrade, never an edit of this one. */
export type DomainEvent =
  | AgentSessionEvent
  | CircuitEvent
  | DelegationEvent
  | LoopEvent
  | MergeEvent
  /** Only what changed is recorded: the entries that are new or other than before, and the order of all. */
  | {
      readonly type: 'queueChanged';
      readonly changed: readonly Task[];
      readonly order: readonly string[];
      readonly problems: readonly Problem[];
    }
  | {
      readonly type: 'runStarted';
      readonly run: string;
      readonly loop: string;
      readonly task: Task;
      readonly claims: readonly string[];
      readonly branch: string;
      /** Awake time of the control root, where somebody counts its time. */
      readonly awakeMs?: number;
      /** Who got the seats that the loop leaves to the mix. */
      readonly agents?: Readonly<Record<string, string>>;
      /** By session and agent, efforts for this run alone. */
      readonly efforts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    }
  | {
      readonly type: 'runPrepared';
      readonly run: string;
      readonly base: Base;
      readonly branch: string;
      readonly checks: readonly Check[];
      readonly checksFrom: 'base' | 'start';
      readonly seed?: Seed;
      /** Of a checkout that a person named: its head, what was seen of it, and the change that is there already. */
      readonly start?: string;
      readonly sight?: SourceSight;
      readonly change?: Change;
    }
  | { readonly type: 'reportsPromoted'; readonly run: string; readonly promotion: Promotion }
  /** Job folders were taken away; the kept ones hold something that is not MAM's, or could not be judged. */
  | {
      readonly type: 'jobFoldersCleared';
      readonly run: string;
      readonly cleared: readonly string[];
      readonly kept: readonly string[];
    }
  /** The change was looked at before a round of reviews. */
  | { readonly type: 'sourceSighted'; readonly run: string; readonly round: number; readonly sight: SourceSight }
  | { readonly type: 'claimsSet'; readonly run: string; readonly claims: readonly string[] }
  | { readonly type: 'runAsked'; readonly run: string; readonly ask: Ask }
  /** A person goes on with it, or its loop tries it once more, which answers nothing that was found. */
  | { readonly type: 'runContinued'; readonly run: string; readonly by?: 'loop' }
  /** A person goes on with it; it waits for a place in its loop. */
  | { readonly type: 'runReadied'; readonly run: string }
  | { readonly type: 'runStopped'; readonly run: string }
  | { readonly type: 'phaseEntered'; readonly run: string; readonly phase: Phase }
  | {
      readonly type: 'roundStarted';
      readonly run: string;
      readonly round: number;
      /** When the time for rounds is up, where it begins to run with this one. */
      readonly untilAwake?: number;
    }
  | { readonly type: 'attemptStarted'; readonly run: string; readonly attempt: number }
  | { readonly type: 'leaseClaimed'; readonly lease: Lease }
  | { readonly type: 'leasesRenewed'; readonly expiresAwake: Readonly<Record<string, number>> }
  | { readonly type: 'leaseReleased'; readonly lease: string }
  /** Its time was up, nobody was at work with it, and nothing of it was left where it worked. */
  | { readonly type: 'leaseExpired'; readonly lease: string }
  /** Its time was up, and something was found that a person has to look at. */
  | { readonly type: 'leaseStranded'; readonly lease: string; readonly reason: LeaseReason }
  | {
      readonly type: 'leaseRecovered';
      readonly lease: string;
      readonly person: string;
      /** Where a copy of what was found is kept; null when there was nothing to keep. */
      readonly rescue: string | null;
    }
  | { readonly type: 'leaseBorrowed'; readonly lease: string; readonly borrower: Borrower }
  | { readonly type: 'leaseReturned'; readonly lease: string }
  | { readonly type: 'takeoverAnnounced'; readonly lease: string; readonly takeover: Takeover }
  /** `to` is the lease that a person holds instead. */
  | { readonly type: 'leaseTakenOver'; readonly lease: string; readonly to: Lease }
  | { readonly type: 'effectRequested'; readonly effect: Effect }
  /** Of a lane with the awake time of the control root, in newer logs. */
  | { readonly type: 'effectStarted'; readonly effect: string; readonly epoch: number; readonly awakeMs?: number }
  | {
      readonly type: 'effectSettled';
      readonly effect: string;
      readonly problem: Problem | null;
      /** What was asked for was there already, by somebody else. */
      readonly wasThere?: true;
    }
  | { readonly type: 'worktreeAdded'; readonly worktree: Worktree }
  /** A worktree that was wanted is for a role. */
  | ({ readonly type: 'worktreePrepared'; readonly worktree: string } & Prepared)
  | { readonly type: 'worktreeChanged'; readonly worktree: string; readonly state: Worktree['state'] }
  /** Somebody moved it with git. */
  | { readonly type: 'worktreeMoved'; readonly worktree: string; readonly path: string }
  | { readonly type: 'worktreeSetUp'; readonly worktree: string; readonly result: SetUpResult }
  | {
      readonly type: 'worktreeRemoved';
      readonly worktree: string;
      readonly rescue: string | null;
      /** The commands that ran there before. */
      readonly cleanUp?: readonly WorktreeCommand[];
    }
  | { readonly type: 'jobDispatched'; readonly job: Job }
  | { readonly type: 'jobSignalled'; readonly job: string; readonly kind: JobSignal; readonly text: string }
  /** How far the agent keeps the lane to its worktree and its claim, as far as that was proved. */
  | { readonly type: 'laneHeld'; readonly job: string; readonly hold: Hold }
  /** A person's report; what it comes to shows when its job ends. */
  | { readonly type: 'reportHandedIn'; readonly job: string; readonly text: string }
  | {
      readonly type: 'jobEnded';
      readonly job: string;
      readonly outcome: LaneOutcome;
      /** What tells the job's folder, as it was at its end, from any other. */
      readonly seal?: string;
      /** Awake time of the control root; logs from before there was this have none. */
      readonly awakeMs?: number;
    }
  | {
      readonly type: 'patchCaptured';
      readonly run: string;
      readonly tree: string;
      readonly patch: string;
      readonly files: readonly FileChange[];
      /** Where no lane left it: the handed-in patch that it is. */
      readonly applied?: AppliedFrom;
    }
  /** A handed-in patch is on its branch. */
  | {
      readonly type: 'patchApplied';
      readonly artifact: string;
      readonly task: string;
      readonly branch: string;
      readonly head: string;
    }
  /** What a run that is to propose a patch came to, or that one was blocked before it began. */
  | { readonly type: 'proposalMade'; readonly proposal: Proposal }
  | { readonly type: 'patchCommitted'; readonly run: string; readonly change: Change }
  | { readonly type: 'verdictGiven'; readonly run: string; readonly verdict: Verdict }
  /** What a job came to that plans, looks at its own work, argues or rules. */
  | { readonly type: 'jobAnswered'; readonly run: string; readonly job: string; readonly answer: JobAnswer }
  | { readonly type: 'verdictMissing'; readonly run: string; readonly job: string; readonly problem: Problem }
  /** A person lets seats that took their pass back review the same commit again. */
  | { readonly type: 'reviewReopened'; readonly run: string }
  | { readonly type: 'faultFound'; readonly run: string; readonly problem: Problem }
  | { readonly type: 'checksRecorded'; readonly run: string; readonly results: readonly CheckResult[] }
  | { readonly type: 'checkAllowed'; readonly argv: readonly string[]; readonly by: string }
  | { readonly type: 'gateOpened'; readonly run: string; readonly gate: GateResult }
  | { readonly type: 'gateClosed'; readonly run: string; readonly gate: GateResult }
  | { readonly type: 'refsObserved'; readonly refs: Readonly<Record<string, string>> }
  /** `landing`: the base had moved, and what the yes is for is the merge onto it. */
  | {
      readonly type: 'approved';
      readonly run: string;
      readonly by: string;
      readonly head: string;
      readonly landing?: Landing;
    }
  /** `rebase`: the base moved meanwhile, so the next round starts from where it is now. */
  | {
      readonly type: 'returned';
      readonly run: string;
      readonly by: string;
      readonly comments: string;
      readonly rebase: boolean;
    }
  | { readonly type: 'abandoned'; readonly run: string; readonly by: string }
  | { readonly type: 'merged'; readonly run: string; readonly head: string }
  | { readonly type: 'shipRequested'; readonly ship: Ship }
  | {
      readonly type: 'shipEnded';
      readonly ship: string;
      readonly outcome: ShipOutcome;
      readonly exitCode: number | null;
      readonly tail: string;
      readonly problem: Problem | null;
    }
  | {
      readonly type: 'shipAnswered';
      readonly ship: string;
      readonly by: string;
      readonly outcome: 'shipped' | 'failed';
    }
  | { readonly type: 'branchDeleted'; readonly run: string; readonly branch: string; readonly rescue: string | null }
  /** `issue` is the key of the wish; `found` says that it was there already. */
  | { readonly type: 'issueOpened'; readonly issue: string; readonly number: string; readonly found: boolean }
  | { readonly type: 'runEnded'; readonly run: string }
  | {
      readonly type: 'sessionBeat';
      readonly session: string;
      readonly role: string;
      readonly task: string | null;
      readonly status: string;
      readonly agent: string | null;
      /** When it was said, if that is known: a heartbeat may be taken later than it was handed in. */
      readonly saidAt?: string;
      readonly ttlMs?: number;
    }
  /** The registry's seats are those of this topology from now on. */
  | { readonly type: 'topologySet'; readonly topology: Topology }
  /** A person goes on whatever an agent said of its usage limit. */
  | { readonly type: 'limitLifted'; readonly agent: string }
  /** Where what is shared stood at a look: the digest of what was there. */
  | { readonly type: 'sharedSeen'; readonly facts: string }
  | { readonly type: 'breachFound'; readonly breach: Breach }
  | { readonly type: 'breachAccepted'; readonly breach: string; readonly by: string }
  /** Read lanes were asked for together: planned only, blocked before the start, or under way. */
  | { readonly type: 'batchStarted'; readonly batch: Batch }
  /** Something ends the batch; its other lanes are ended, too. */
  | { readonly type: 'batchBlocked'; readonly batch: string; readonly problem: Problem }
  | { readonly type: 'batchAudited'; readonly batch: string; readonly audit: BatchAudit }
  | { readonly type: 'batchEnded'; readonly batch: string; readonly decision: 'blocked' | 'completed' }
  /** A team of another program was asked for: planned only, blocked, or under way. */
  | { readonly type: 'teamStarted'; readonly team: Team }
  | {
      readonly type: 'teamPassed';
      readonly team: string;
      readonly step: TeamStep;
      readonly warnings: readonly Problem[];
    }
  | {
      readonly type: 'teamLaunched';
      readonly team: string;
      readonly name: string;
      readonly awakeMs: number;
      readonly deadlineAwake: number;
      readonly warnings: readonly Problem[];
    }
  | {
      readonly type: 'teamSeen';
      readonly team: string;
      readonly summary: TeamSummary;
      readonly awakeMs: number;
    }
  | {
      readonly type: 'teamCaptured';
      readonly team: string;
      readonly patches: readonly WorkerPatch[];
      readonly warnings: readonly Problem[];
    }
  /** Nothing of it is taken over; one that was started is shut down. */
  | { readonly type: 'teamBlocked'; readonly team: string; readonly problem: Problem }
  | {
      readonly type: 'teamEnded';
      readonly team: string;
      readonly decision: 'blocked' | 'proposed' | 'completed';
    }
  | { readonly type: 'mixSet'; readonly target: MixTarget }
  | { readonly type: 'ticked'; readonly tick: Tick }
  /** What was taken over from a ledger that another tool wrote; `kept` is where its files lie, relative to the control root. */
  | { readonly type: 'ledgerImported'; readonly ledger: ImportedLedger; readonly kept: string };

export type EventType = DomainEvent['type'];

/** An event as the log holds it. `seq` is the order of the whole log, from 1. */
export interface Recorded {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly event: DomainEvent;
}
