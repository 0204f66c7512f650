import type { Problem } from '../../base/problem.ts';
import type { AppliedFrom } from '../apply/types.ts';
import type { AutotuneTerms, Tuning } from '../autotune/tune.ts';
import type { Clamped } from '../autoLoop/clamps.ts';
import type { Cycle } from '../autoLoop/cycles.ts';
import type { Guards } from '../autoLoop/nextMove.ts';
import type { LaneRules } from '../queue/lanes.ts';
import type { Check, CheckResult } from '../evidence/types.ts';
import type { GateResult } from '../gate/types.ts';
import type { Job } from '../job/types.ts';
import type { Landing, MergedResult } from '../merged/types.ts';
import type { ModelChoice } from '../model/types.ts';
import type { LoopSteps } from './options.ts';
import type { PatchOptions, ProposalVerdict, Seed } from '../patch/types.ts';
import type { PoolTerms, PoolTuning } from '../poolTune/types.ts';
import type { Verdict } from '../review/types.ts';
import type { Task } from '../task/types.ts';
import type { TestLoss } from '../testLoss/types.ts';
import type { Promotion } from './promotion.ts';
import type { LoopSource, SourceSight } from './source.ts';
import type { Topology } from '../topology/types.ts';
import type { SetUpWish } from '../worktree/types.ts';
import type { PortRange } from '../worktree/ports.ts';

/** What a loop was started with. A run keeps it to its end, whatever the settings become. */
export interface LoopOptions {
  readonly topology: Topology;
  /** Agent id for each role session that needs one. */
  readonly agents: Readonly<Record<string, string>>;
  /** By agent, which family it is of; what rehearses has none, nor has a log from before there was this. */
  readonly families?: Readonly<Record<string, string>>;
  /** Seats whose agent the mix chooses for each run, with those that it may choose; none where it is missing. */
  readonly auto?: Readonly<Record<string, readonly string[]>>;
  /** By role session and there by agent, what its lanes run with; what is not here runs as the CLI is set by itself. */
  readonly models: Readonly<Record<string, Readonly<Record<string, ModelChoice>>>>;
  /** Agents that a person allowed to run without a sandbox. */
  readonly fullAccess: readonly string[];
  /** Who looks a second time at what an agent passed, by that agent; without an entry one look is enough. */
  readonly seconds?: Readonly<Record<string, string>>;
  /** Reviewers may run what writes in their own worktree; not unless said. */
  readonly reviewersMayRun?: boolean;
  /** Agents that stand for a person: no program is started for their lanes. None in logs from before there was this. */
  readonly people?: readonly string[];
  /** Ids to run, in order; null takes the best of the queue each time. */
  readonly tasks: readonly string[] | null;
  /** How many tasks to take at most; null runs to the end of the queue. */
  readonly limit: number | null;
  /** How many of its tasks may be at work at once; one where it is missing. */
  readonly pool?: number;
  /** Within what that number is moved by what is measured; absent where it stays. */
  readonly poolTerms?: PoolTerms;
  /** Why it is one, whatever was wanted; absent where nothing kept it. */
  readonly clamped?: Clamped;
  /** What ends it beside its limit; absent in a loop on one piece of work. */
  readonly guards?: Guards;
  /** How the efforts of its lanes are changed; absent where they are not. */
  readonly autotune?: AutotuneTerms;
  /** Which tasks are never at work at once; absent where nobody asked. */
  readonly queueLanes?: Omit<LaneRules, 'loadBearing'>;
  readonly maxRounds: number;
  /** What it does beside work and review; absent where it does nothing more. */
  readonly steps?: Partial<LoopSteps>;
  readonly laneTimeoutMs: number;
  readonly checkTimeoutMs: number;
  readonly leaseTtlMs: number;
  /** Paths that tasks may name as context without competing for them; the usual ones where it is missing. */
  readonly contextPaths?: readonly string[];
  /** A task that names nothing but context may change the whole repository, and claims it; not unless said. */
  readonly openContextClaims?: boolean;
  /** What a checkout gets before checks run in it; nothing where it is missing, as in logs from before there was this. */
  readonly setUp?: Pick<SetUpWish, 'links' | 'commands' | 'timeoutMs'>;
  /** Argument vectors that may run as checks without asking. */
  readonly allowedChecks: readonly (readonly string[])[];
  /** Whether a task without any check can pass the gate. */
  readonly checksRequired: boolean;
  readonly loadBearing: readonly string[];
  /** Absolute folder for worktrees. */
  readonly worktreesRoot: string;
  /** From where a writer's worktree gets a block of ports; none unless said. */
  readonly portRange?: PortRange;
  /** Its run stops once its work is captured, and proposes it as a patch; absent in a loop that commits and reviews. */
  readonly patch?: PatchOptions;
  /** Where the work is, where a person named it; absent in a loop that works on branches of MAM's own. */
  readonly source?: LoopSource;
  /** What a person wrote instead of an entry of the queue; it is the one task of its loop. */
  readonly given?: Task;
  /** The reports that its gate opens on are put where people keep them. */
  readonly promotes?: boolean;
}

type LoopState = 'running' | 'stopping' | 'ended';

export interface Loop {
  readonly id: string;
  readonly options: LoopOptions;
  readonly state: LoopState;
  readonly outcome: 'completed' | 'blocked' | 'stopped' | null;
  readonly startedAt: string;
  /** Tasks that this loop has taken, in order. */
  readonly taken: readonly string[];
  /** What its tasks came to, in the order in which they did; none before the first. */
  readonly cycles?: readonly Cycle[];
  /** What was decided about its lanes, one for each task that had some. */
  readonly tunings?: readonly Tuning[];
  /** How many may be at work at once, once that was moved. */
  readonly poolSize?: number;
  /** What was decided about that, one for each task that came to something. */
  readonly poolTunings?: readonly PoolTuning[];
  /** The person who said how many: it is moved by itself no more. */
  readonly poolBy?: string;
  /** Tasks deferred since the last that was completed. */
  readonly streak?: number;
  /** Those of its tasks that only a person could help, since it was started or resumed; the last is the newest. */
  readonly blockedBy?: readonly string[];
  /** The awake time of the control root at which it was started or resumed. */
  readonly startedAwake?: number;
  /** Tries of its tasks that it had begun when it was resumed last, where they have a cap. */
  readonly triedBefore?: number;
  /** A person wants it to begin nothing more. */
  readonly finishing?: true;
  /** Its tasks that took longer than is usual, each once. */
  readonly overran?: readonly { readonly run: string; readonly task: string; readonly seconds: number }[];
  /** Why a guard has ended it: nothing more is begun. */
  readonly halted?: Problem;
}

/** What a person has to answer before a run goes on. */
export type Ask =
  | { readonly kind: 'claims' }
  | { readonly kind: 'checks'; readonly checks: readonly Check[] }
  | { readonly kind: 'problem'; readonly problem: Problem };

export type Phase =
  | 'preparing'
  | 'planning'
  | 'plan-talk'
  | 'implementing'
  | 'self-reviewing'
  | 'reviewing'
  | 'rebutting'
  | 'adjudicating'
  | 'arbitrating'
  | 'promoting'
  | 'waiting'
  | 'retrying'
  | 'needs-you'
  | 'stopped'
  | 'ended';

export interface Base {
  readonly ref: string;
  readonly commit: string;
  readonly tree: string;
}

export interface FileChange {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'type-changed';
  readonly added: number;
  readonly removed: number;
}

/** A committed round of work on the integration branch. */
export interface Change {
  readonly round: number;
  /** The base commit that it was made on. */
  readonly base: string;
  readonly head: string;
  readonly tree: string;
  /** Everything between the base and this head. */
  readonly files: readonly FileChange[];
  /** Digest of the stored patch. */
  readonly patch: string;
  /** What everything between takes away from the tests; absent where nobody looked. */
  readonly tests?: readonly TestLoss[];
}

/** One task's way through the engine: a cycle. */
export interface Run {
  readonly id: string;
  readonly loop: string;
  readonly task: Task;
  readonly options: LoopOptions;
  readonly phase: Phase;
  /** The phase to go back to when the ask is answered. */
  readonly resume: Phase | null;
  /** The round that is under way, from 1; 0 before the first. */
  readonly round: number;
  /** Awake time of the control root after which no further round begins; absent without such a limit. */
  readonly untilAwake?: number;
  /** Tries of the writer in this round. */
  readonly attempt: number;
  readonly base: Base | null;
  /** What the writer starts from where that is neither the base nor the branch: of a run that proposes a patch. */
  readonly seed?: Seed;
  /** What the work begins on where that is not the base: the head of the checkout that a person named. */
  readonly start?: string;
  /** What was seen of the change before the reviews of a round; 0 stands for before the first one. */
  readonly sight?: SourceSight & { readonly round: number };
  /** Which reports were put where people keep them, and of which head. */
  readonly promoted?: Promotion;
  /** The folders of its jobs were taken away, as far as they were MAM's alone. */
  readonly foldersCleared?: true;
  /** What a run that was to propose a patch came to. */
  readonly proposed?: ProposalVerdict;
  readonly branch: string;
  readonly claims: readonly string[];
  readonly lease: string | null;
  readonly checks: readonly Check[];
  readonly checksFrom: 'base' | 'start';
  /** How often each reviewer may be asked in this round before a person is. */
  readonly reviewTries: number;
  /** What the writer left in this round, before it is committed. */
  readonly captured: {
    readonly tree: string;
    readonly patch: string;
    readonly files: readonly FileChange[];
    /** It is a patch that was handed in, and no lane's. */
    readonly applied?: AppliedFrom;
  } | null;
  readonly change: Change | null;
  readonly jobs: readonly Job[];
  readonly verdicts: readonly Verdict[];
  /** By session, what a seat said of itself after its last verdict, so that a pass of it counts no more. A new verdict takes it away. */
  readonly lowered: Readonly<Record<string, { readonly status: string; readonly at: string }>>;
  readonly results: readonly CheckResult[];
  /** What its newest head makes of the base, where that moved since the work began. */
  readonly merged?: MergedResult;
  /** Merges in a row that the base had left behind by the time they were checked. */
  readonly overtaken?: number;
  readonly faults: readonly Problem[];
  readonly gate: GateResult | null;
  readonly ask: Ask | null;
  /** Comments a person sent back, newest last, for the next round's brief. */
  readonly comments: readonly string[];
  readonly decision: Decision | null;
  /** The yes that it had until its base moved; a new decision takes it away. */
  readonly lapsed?: Decision;
  readonly startedAt: string;
  /** Its newest further try: the how-manieth, and the awake time from which on it is due; a person's is none of them. */
  readonly retry?: { readonly nth: number; readonly untilAwake: number; readonly by?: 'person' };
  /** The awake time of the control root then, where its loop counts the time of its tasks, later by what it rested since. */
  readonly startedAwake?: number;
  /** The awake time at which that clock stands still; absent while it goes. */
  readonly pausedAwake?: number;
}

export interface Decision {
  readonly kind: 'approved' | 'abandoned';
  readonly by: string;
  readonly at: string;
  readonly head: string;
  /** What was said yes to, where that is not the head itself: its merge onto a base that had moved. */
  readonly landing?: Landing;
  readonly merged: boolean;
}
