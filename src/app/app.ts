import type { WorktreeExamination } from './worktree/examination.ts';
import type { WorktreeBase } from './worktree/bases.ts';
import type { FinishWorktree } from './worktree/finish.ts';
import type { WorktreeOffer } from './worktree/offer.ts';
import type { RemoveWorktree } from './worktree/remove.ts';
import type { SetUpDone } from './worktree/setUp.ts';
import type { IssueWorktree, PreparedWorktree, WorktreeWanted, WorktreeWish } from './worktree/types.ts';
import type { Event } from '../base/event.ts';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Batch } from '../core/batch/types.ts';
import type { Command } from '../core/command.ts';
import type { DomainEvent, Recorded } from '../core/event.ts';
import type { RecoveryStep } from '../core/lease/types.ts';
import type { OverlapWith } from '../core/overlap/radar.ts';
import type { WorktreeViewer } from './followWorktrees.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { State } from '../core/state.ts';
import type { Team } from '../core/team/types.ts';
import type { AppSessions } from './agentSession/appSessions.ts';
import type { AppDelegation } from './delegation/appDelegation.ts';
import type { ApplyReport, ApplyRequest } from './apply/request.ts';
import type { BatchRequest } from './batch/request.ts';
import type { PatchReport, PatchRequest } from './patch/request.ts';
import type { TeamRequest } from './team/request.ts';
import type { OpenIssue } from './openIssue.ts';
import type { BusAccess } from './bus/access.ts';
import type { LedgerImport } from './importLedger.ts';
import type { EvidenceRequest, GatheredEvidence } from './evidence/gather.ts';
import type { Tick } from '../core/tick/types.ts';
import type { TickRequest } from './tick/request.ts';
import type { ReportFacts } from './reports/facts.ts';
import type { ReportRequest } from './reports/gather.ts';
import type { StartPack } from './start/pack.ts';
import type { LoopWish } from './loop/loopWish.ts';
import type { LanePlan } from './start/planLanes.ts';
import type { StartPackRequest } from './start/request.ts';
import type { StartRequest } from './loopOptions.ts';
import type { QueueAdvice } from './recommend/queueAdvice.ts';
import type { OverlapAbout, OverlapCheck } from './overlap/check.ts';
import type { SharedBase } from './overlap/sharedBase.ts';
import type { AgentInfo, AgentStatus } from './ports/agents.ts';
import type { OwnerInfo } from './ports/eventStore.ts';
import type { RepositoryFacts, WorktreeStatus } from './ports/git.ts';
import type { TranscriptReading } from './ports/transcripts.ts';
import type { Rescues } from './rescues.ts';
import type { EvidenceCheck } from './verifyEvidence.ts';

/** The whole application behind one interface: the editor, the CLI and the tests are hosts of it. */
export interface App {
  readonly state: State;
  /** May fire in bursts; a view coalesces to what it can draw. */
  readonly onDidChange: Event<State>;
  /** `mirror`: another host runs the effects; this one shows the state and takes decisions. */
  readonly role: 'owner' | 'mirror';
  readonly owner: OwnerInfo | null;
  readonly facts: RepositoryFacts;
  /** What may be shown around, by the settings of now. */
  readonly privacy: Privacy;
  /** Folder of the `mam` command, for the PATH of terminals. */
  readonly binFolder: string;
  /** Why nothing can be done at present, or null. */
  readonly problem: Problem | null;
  /** Looks once at what agents may have changed, where nobody watches that; takes a few seconds at most. */
  lookOnce(): Promise<void>;
  dispatch(command: Command, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>>;
  /** Starts a loop with what a person chose; everything else comes from the settings. The signal ends it before it begins. */
  startLoop(
    request: StartRequest,
    actor: Actor,
    signal?: AbortSignal,
  ): Promise<Result<readonly DomainEvent[], Problem>>;
  /** Starts a loop on one piece of work with those that a person named, perhaps in a checkout of that person's. */
  startNamedLoop(wish: LoopWish, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>>;
  /** Hands in a person's report for a job that waits for one; a review has to end with its verdict. */
  handIn(job: string, text: string, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>>;
  /** Announces a takeover; the holder has the grace of the settings to give the lease back. */
  takeOverLease(lease: string, actor: Actor): Promise<Result<undefined, Problem>>;
  /** Takes one step of a recovery and waits for how it ended: where a copy was kept, or null. */
  recoverLease(lease: string, step: RecoveryStep, actor: Actor): Promise<Result<string | null, Problem>>;
  /** One step of the orchestrator; with `execute` it waits for how the ship command ended. */
  tick(request: TickRequest, actor: Actor): Promise<Result<Tick, Problem>>;
  /** The lanes of each task's first round with their commands; starts nothing. */
  planLanes(request: StartRequest): Promise<Result<readonly LanePlan[], Problem>>;
  /** Plans read lanes together, and runs them where that is asked for; resolves when they have ended. The signal ends it before it begins. */
  runBatch(request: BatchRequest, actor: Actor, signal?: AbortSignal): Promise<Result<Batch, Problem>>;
  /** Plans one write lane, and runs it to its proposed patch where that is asked for; a plan alone records nothing. */
  proposePatch(request: PatchRequest, actor: Actor, signal?: AbortSignal): Promise<Result<PatchReport, Problem>>;
  /** Plans a team of another program, and runs it where that is asked for; resolves when it has ended and was shut down. */
  runTeam(request: TeamRequest, actor: Actor, signal?: AbortSignal): Promise<Result<Team, Problem>>;
  /** Looks up everything that the reports about a change say; changes nothing. */
  report(request: ReportRequest): Promise<Result<ReportFacts, Problem>>;
  /** Prepares work: a branch if that is asked for, a draft for its pull request, a dry tick and every report. No lane starts. */
  activeStart(request: StartPackRequest, actor: Actor): Promise<Result<StartPack, Problem>>;
  /** Opens an issue on the forge, or answers the one of this title that was opened before and still is; waits for it. */
  readonly openIssue: OpenIssue;
  /** Fast-forwards the base to an approved head, and waits for how it ended. */
  mergeLocally(run: string, actor: Actor): Promise<Result<undefined, Problem>>;
  /** Whether somebody else works on an issue or its branch, here or on the forge. Reads only. */
  checkOverlap(about: OverlapAbout): Promise<OverlapCheck>;
  /** Makes branch and worktree for an issue, which is opened first if there is none, and waits until it is there. */
  issueWorktree(wish: WorktreeWish, actor: Actor): Promise<Result<IssueWorktree, Problem>>;
  /** What a person's new branch may start at: the shared base, and the base here where that holds more. */
  worktreeBases(): Promise<Result<readonly WorktreeBase[], Problem>>;
  /** What a person should know and can choose before a worktree is made of a base. */
  worktreeOffer(base: Pick<SharedBase, 'commit'>): Promise<WorktreeOffer>;
  /** Makes a branch and its worktree on the newest base that there is, and waits until it is there. */
  prepareWorktree(wanted: WorktreeWanted, actor: Actor): Promise<Result<PreparedWorktree, Problem>>;
  /** Judges whether a worktree may go, and removes it where nothing speaks against that; its branch stays. */
  readonly removeWorktree: RemoveWorktree;
  /** Makes a half-made worktree to its end and sets it up; `worktree.unknown` where MAM was not to make one. */
  readonly finishWorktree: FinishWorktree;
  /** What a person's new branch starts at: the shared base, or the one that they named. */
  prepareBase(named: string | null): Promise<Result<SharedBase, Problem>>;
  /** The commands of a set-up by the settings of now. */
  setUpCommands(): readonly (readonly string[])[];
  /** The commands of a clean-up by the settings of now. */
  cleanUpCommands(): readonly (readonly string[])[];
  /** What is wrong with worktrees and what they share, each with the command that mends it. */
  examineWorktrees(): Promise<Result<WorktreeExamination, Problem>>;
  /** Bytes that are free where the repository lies; null where nobody can tell. */
  freeBytes(): Promise<number | null>;
  /** Sets a worktree up (again) as the settings say, and waits for how that ended. */
  setUpWorktree(worktree: string, submodules: boolean, actor: Actor): Promise<Result<SetUpDone, Problem>>;
  /** Deletes the branch of a run whose work has arrived, unless something builds on it, and waits for how it ended. */
  deleteBranch(run: string, actor: Actor): Promise<Result<undefined, Problem>>;
  /** Checks whether a handed-in patch fits the integration branch of its task, and applies it where that is asked for. */
  applyPatch(request: ApplyRequest, actor: Actor): Promise<Result<ApplyReport, Problem>>;
  /** What could be put into the queue, and what a person may do about it. */
  readonly queueAdvice: QueueAdvice;
  /** Conversations of agents: to open, to go on with, to stop. */
  readonly agentSessions: AppSessions;
  /** Jobs that are handed to them. */
  readonly delegation: AppDelegation;
  /** What is told about delegated jobs; null where this host has no bus. */
  readonly bus: BusAccess | null;
  /** Work that was kept when its place was let go of, and how to get it back. */
  readonly rescues: Rescues;
  /** Names of the remotes, none when git can't tell. */
  remoteNames(): Promise<readonly string[]>;
  /** How the worktrees stand on disk, by absolute path; kept up to date while somebody sees it. */
  readonly worktrees: ReadonlyMap<string, WorktreeStatus>;
  /** What worktrees have to do with each other, by absolute path; null before somebody sees it, no entry before the first look. */
  readonly overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null;
  /**
   * Whether somebody sees how the worktrees stand; each who looks has a name of their own. As long as that is so, they are looked at and compared whenever something
   * changes in them; resolves when that was done once. While it is not, nothing is asked of git for it.
   */
  showWorktrees(seen: boolean, viewer: WorktreeViewer): Promise<void>;
  /** Awake milliseconds of the control root now: leases end in this time. */
  awakeMs(): number;
  /** The newest line that a running lane printed. */
  progress(job: string): string | null;
  /** What a job's lane wrote, without what is private; null for a job that is not in the log. */
  transcript(job: string): TranscriptReading | null;
  /** The newest events, at most `limit`, oldest first. */
  recentEvents(limit: number): Promise<readonly Recorded[]>;
  /** Events after a sequence up to another one, oldest first; null where the log can't be read. */
  eventsBetween(after: number, last: number): Promise<readonly Recorded[] | null>;
  /** The evidence of a task's newest run, looked at now; runs its checks when that is asked for. */
  gateEvidence(request: EvidenceRequest, actor: Actor): Promise<Result<GatheredEvidence, Problem>>;
  /** Verifies the log, its seals, and the evidence files that were made from it. */
  verify(): Promise<EvidenceCheck>;
  /** Null when the commit has no such file. */
  readFileAt(commit: string, path: string): Promise<string | null>;
  /** A stored patch by its digest; null when it was erased. */
  patch(digest: string): Promise<string | null>;
  agents(): readonly AgentInfo[];
  probeAgent(agent: string): Promise<AgentStatus>;
  /** Puts contract files that MAM did not write aside, so that its own can take their place. */
  startFresh(actor: Actor): Promise<Result<void, Problem>>;
  /**
   * Takes over the ledger of another tool: the one in its usual place, which is put aside then, or the one in `from`, an
   * absolute folder. The same ledger again adds nothing.
   */
  importLedger(from: string | null, actor: Actor): Promise<Result<LedgerImport, Problem>>;
  /** Looks at the queue file, the branches and the log again. */
  refresh(): Promise<void>;
  /** Lets go of everything; lanes live on and are joined again. Resolves when nothing of it runs any more. */
  close(): Promise<void>;
}
