import type { Problem } from '../base/problem.ts';
import type { AgentSessionCommand } from './agentSession/command.ts';
import type { ApplyPlan } from './apply/types.ts';
import type { SharedLook } from './breach/types.ts';
import type { BatchPlan } from './batch/types.ts';
import type { DelegationCommand } from './delegation/command.ts';
import type { Hold } from './job/types.ts';
import type { RecoveryStep } from './lease/types.ts';
import type { ImportedLedger } from './ledger/types.ts';
import type { JobSignal } from './job/types.ts';
import type { LoopOptions } from './loop/types.ts';
import type { MixTarget } from './mix/types.ts';
import type { Outcome } from './outcome.ts';
import type { PatchPlan } from './patch/types.ts';
import type { QueueEdit } from './queue/edit.ts';
import type { GivenTask } from './task/given.ts';
import type { Task } from './task/types.ts';
import type { TeamPlan } from './team/types.ts';
import type { TickFacts } from './tick/types.ts';
import type { RemovalWish } from './worktree/removal.ts';
import type { PortRange } from './worktree/ports.ts';
import type { AskedSetUp, Prepared, SetUpWish, WorktreeSight, WorktreeStart } from './worktree/types.ts';

/** Everything that may be asked of the core. */
export type Command =
  | AgentSessionCommand
  | DelegationCommand
  | {
      readonly type: 'readQueue';
      readonly tasks: readonly Task[];
      readonly problems: readonly Problem[];
    }
  | {
      readonly type: 'startLoop';
      readonly options: LoopOptions;
      readonly claims: Readonly<Record<string, readonly string[]>>;
      /** The wanted mix of agents; left out keeps what it was. */
      readonly mix?: MixTarget;
      /** What a person wrote instead of an entry of the queue; it gets an id here. */
      readonly given?: GivenTask;
      /** The queue file that was read, as its sentences name it. */
      readonly queueFile?: string;
    }
  | { readonly type: 'startBatch'; readonly plan: BatchPlan }
  | { readonly type: 'stopBatch' }
  | { readonly type: 'startTeam'; readonly plan: TeamPlan }
  | { readonly type: 'stopPatch' }
  | { readonly type: 'stopTeam' }
  /** `loop`: that one alone; everything that works or can go on where it is left out. */
  | { readonly type: 'stopLoop'; readonly loop?: string }
  /** Lets loops on the queue begin nothing more; their lanes go on. */
  | { readonly type: 'finishLoop'; readonly loop?: string }
  /** `leavesParked` is for whoever answered what had ended it: tasks that rest with something else are not tried again. */
  | { readonly type: 'resumeLoop'; readonly loop?: string; readonly leavesParked?: true }
  /** A lane is named by role and agent, as recommendations name it. */
  | { readonly type: 'applyTuning' | 'dismissTuning'; readonly role: string; readonly agent: string }
  /** How many tasks of the loop on the queue are at work at once from now on. */
  | { readonly type: 'setPool'; readonly size: number }
  | { readonly type: 'startEffect'; readonly effect: string; readonly epoch: number }
  | { readonly type: 'settleEffect'; readonly effect: string; readonly outcome: Outcome }
  /** A person's report for a job that a person does. */
  | { readonly type: 'handIn'; readonly job: string; readonly text: string }
  /** Says how far a lane's agent keeps to its limits. */
  | { readonly type: 'holdLane'; readonly job: string; readonly hold: Hold }
  /** Says what a look at everything that worktrees share found. */
  | { readonly type: 'observeShared'; readonly look: SharedLook }
  | { readonly type: 'acceptBreach'; readonly breach: string }
  | { readonly type: 'observeRefs'; readonly refs: Readonly<Record<string, string>> }
  /** `linked`: every worktree that git knows; `seen`: ids of those that were known here before it was asked. */
  | {
      readonly type: 'observeWorktrees';
      readonly seen: readonly string[];
      readonly linked: readonly { readonly path: string; readonly branch: string | null }[];
    }
  | { readonly type: 'renewLeases'; readonly awakeMs: number }
  | { readonly type: 'renewLease'; readonly lease: string }
  /** `lease` null: the first that can be lent. `token` is the SHA-256 of the borrower's token, in hex. */
  | {
      readonly type: 'borrowLease';
      readonly lease: string | null;
      readonly agent: string;
      readonly token: string;
      readonly allowRecovery: boolean;
    }
  | { readonly type: 'returnLease'; readonly lease: string; readonly token: string | null }
  | { readonly type: 'takeOverLease'; readonly lease: string; readonly graceMs: number }
  | { readonly type: 'recoverLease'; readonly lease: string; readonly step: RecoveryStep }
  | { readonly type: 'setClaims'; readonly run: string; readonly claims: readonly string[] }
  | { readonly type: 'allowCheck'; readonly argv: readonly string[] }
  | { readonly type: 'approve'; readonly run: string; readonly head: string }
  | { readonly type: 'returnRun'; readonly run: string; readonly comments: string }
  /** `kept`: where its files lie from now on, relative to the control root. */
  | { readonly type: 'importLedger'; readonly ledger: ImportedLedger; readonly kept: string }
  /** Runs one write lane whose work is proposed as a patch. */
  | { readonly type: 'startPatch'; readonly plan: PatchPlan }
  /** Takes a handed-in patch that fits. */
  | { readonly type: 'applyPatch'; readonly plan: ApplyPlan }
  | { readonly type: 'abandonRun'; readonly run: string }
  | { readonly type: 'mergeLocally'; readonly run: string }
  /** Runs the checks of a run's commit once more. */
  | { readonly type: 'validateRun'; readonly run: string }
  | { readonly type: 'deleteBranch'; readonly run: string }
  /** Says what a ship command did that nobody saw end. */
  | { readonly type: 'answerShip'; readonly ship: string; readonly outcome: 'shipped' | 'failed' }
  /** One step of the orchestrator; `facts.execute` ships. */
  | { readonly type: 'tick'; readonly facts: TickFacts }
  /** `prepares`: it is made for a role. */
  | {
      readonly type: 'createWorktree';
      readonly path: string;
      readonly branch: string;
      readonly commit: string;
      readonly prepares?: Prepared;
      readonly base?: WorktreeStart;
      /** The set-up that whoever asks goes on with once it is there. */
      readonly asked?: AskedSetUp;
      /** From where it gets a block of ports; none unless said. */
      readonly portRange?: PortRange;
    }
  /** Lets go of one that could not be made, and that git knows nothing of. */
  | { readonly type: 'forgetWorktree'; readonly worktree: string }
  /** `allowed`: commands that a setting of the person allows. */
  | {
      readonly type: 'setUpWorktree';
      readonly worktree: string;
      readonly wish: SetUpWish;
      readonly allowed: readonly (readonly string[])[];
    }
  /** Ends the set-up of a worktree that is under way; the worktree stays as far as it got. */
  | { readonly type: 'stopSetUp'; readonly worktree: string }
  /** Removes a worktree, known here or not, as it was seen just now; what only it holds is kept where that is wished. */
  | {
      readonly type: 'removeWorktree';
      readonly worktree: string;
      readonly sight: WorktreeSight;
      readonly wish: RemovalWish;
    }
  /** Opens an issue on the forge, or finds the one of this title that was opened before. Both texts are public. */
  | { readonly type: 'openIssue'; readonly title: string; readonly body: string }
  | { readonly type: 'editQueue'; readonly edit: QueueEdit }
  | {
      readonly type: 'heartbeat';
      readonly session: string;
      readonly role: string;
      readonly task: string | null;
      readonly status: string;
      readonly agent: string | null;
      /** When it was said, if that is known. */
      readonly saidAt?: string;
      readonly ttlMs?: number;
    }
  | { readonly type: 'reportProgress'; readonly job: string; readonly kind: JobSignal; readonly text: string };
