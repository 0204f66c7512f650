import type { PreparedWorktree, WorktreeWanted } from './worktree/types.ts';
import type { Event } from '../base/event.ts';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Batch } from '../core/batch/types.ts';
import type { Command } from '../core/command.ts';
import type { DomainEvent, Recorded } from '../core/event.ts';
import type { RecoveryStep } from '../core/lease/types.ts';
import type { Base } from '../core/loop/types.ts';
import type { OverlapWith } from '../core/overlap/radar.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { State } from '../core/state.ts';
import type { ApplyReport, ApplyRequest } from './apply/request.ts';
import type { BatchRequest } from './batch/request.ts';
import type { OpenIssue } from './openIssue.ts';
import type { LedgerImport } from './importLedger.ts';
import type { EvidenceRequest, GatheredEvidence } from './evidence/gather.ts';
import type { Tick } from '../core/tick/types.ts';
import type { TickRequest } from './tick/request.ts';
import type { ReportFacts } from './reports/facts.ts';
import type { ReportRequest } from './reports/gather.ts';
import type { StartPack } from './start/pack.ts';
import type { LanePlan } from './start/planLanes.ts';
import type { StartPackRequest } from './start/request.ts';
import type { StartRequest } from './loopOptions.ts';
import type { OverlapAbout, OverlapCheck } from './overlap/check.ts';
import type { AgentInfo, AgentStatus } from './ports/agents.ts';
import type { OwnerInfo } from './ports/eventStore.ts';
import type { RepositoryFacts, WorktreeStatus } from './ports/git.ts';
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
  dispatch(command: Command, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>>;
  /** Starts a loop with what a person chose; everything else comes from the settings. */
  startLoop(request: StartRequest, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>>;
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
  /** Plans read lanes together, and runs them where that is asked for; resolves when they have ended. */
  runBatch(request: BatchRequest, actor: Actor): Promise<Result<Batch, Problem>>;
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
  /** Makes branch and worktree of a role on the newest base that there is, and waits until it is there. */
  prepareWorktree(wanted: WorktreeWanted, actor: Actor): Promise<Result<PreparedWorktree, Problem>>;
  /** Deletes the branch of a run whose work has arrived, unless something builds on it, and waits for how it ended. */
  deleteBranch(run: string, actor: Actor): Promise<Result<undefined, Problem>>;
  /** Checks whether a handed-in patch fits the integration branch of its task, and applies it where that is asked for. */
  applyPatch(request: ApplyRequest, actor: Actor): Promise<Result<ApplyReport, Problem>>;
  /** Work that was kept when its place was let go of, and how to get it back. */
  readonly rescues: Rescues;
  /** Names of the remotes, none when git can't tell. */
  remoteNames(): Promise<readonly string[]>;
  /** The branch that work starts from, as it stands now. */
  resolveBase(): Promise<Result<Base, Problem>>;
  /** How the worktrees stand on disk, by absolute path; kept up to date by what changes in them. */
  readonly worktrees: ReadonlyMap<string, WorktreeStatus>;
  /** What worktrees have to do with each other, by absolute path; null while nobody follows it, no entry before the first look. */
  readonly overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null;
  /** Compares the work in all worktrees now, and again whenever it changes; resolves after the first time. */
  followOverlaps(): Promise<void>;
  /** Awake milliseconds of the control root now: leases end in this time. */
  awakeMs(): number;
  /** The newest line that a running lane printed. */
  progress(job: string): string | null;
  /** The newest events, at most `limit`, oldest first. */
  recentEvents(limit: number): Promise<readonly Recorded[]>;
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
