import type { Problem } from '../base/problem.ts';
import type { AgentSession } from './agentSession/types.ts';
import type { Applied } from './apply/types.ts';
import type { HandTuning } from './autotune/hand.ts';
import type { Breach, SharedWatch } from './breach/types.ts';
import type { Circuit } from './circuit/types.ts';
import type { Batch } from './batch/types.ts';
import type { DelegatedJob } from './delegation/types.ts';
import type { Effect } from './effect.ts';
import type { LedgerImported } from './ledger/types.ts';
import type { WantedIssue } from './issue/types.ts';
import type { Lease } from './lease/types.ts';
import type { UsageLimit } from './limit/types.ts';
import type { Loop, Run } from './loop/types.ts';
import type { JobSignal } from './job/types.ts';
import { evenMix } from './mix/parse.ts';
import type { MixTarget } from './mix/types.ts';
import type { Proposal } from './patch/types.ts';
import type { RoleSession } from './session/types.ts';
import type { Ship } from './ship/types.ts';
import type { Task } from './task/types.ts';
import type { Team } from './team/types.ts';
import type { Tick } from './tick/types.ts';
import type { Role, Topology } from './topology/types.ts';
import type { Worktree } from './worktree/types.ts';

export interface OpenEffect {
  readonly effect: Effect;
  /** Fencing epoch of the owner that started it, or null while it only waits. */
  readonly startedBy: number | null;
}

/** Everything that is known, folded from the log. Each fact exists once; screens and files are made from it. */
export interface State {
  readonly seq: number;
  readonly queue: { readonly tasks: readonly Task[]; readonly problems: readonly Problem[] };
  readonly topology: Topology | null;
  /** Seats of earlier topologies that the present one does not have. */
  readonly retired: Readonly<Record<string, Role>>;
  /** The wanted mix of agents. */
  readonly mix: MixTarget;
  /** By agent, the usage limit that its account has reached. */
  readonly limits: Readonly<Record<string, UsageLimit>>;
  /** By agent, how its lanes failed of late; none of one whose last lane handed something in. */
  readonly circuits: Readonly<Record<string, Circuit>>;
  readonly loops: Readonly<Record<string, Loop>>;
  /** Claims that a person chose at the start for tasks that name none. */
  readonly chosenClaims: Readonly<Record<string, readonly string[]>>;
  readonly runs: Readonly<Record<string, Run>>;
  /** Batches of read lanes, oldest first: the one that runs, and the newest of those that ended. */
  readonly batches: Readonly<Record<string, Batch>>;
  /** Teams of other programs, oldest first: the one that runs, and the newest of those that ended. */
  readonly teams: Readonly<Record<string, Team>>;
  /** Ids of the runs whose verdicts still matter: not ended, or approved and neither merged nor shipped yet. */
  readonly openRuns: Readonly<Record<string, true>>;
  /** The run of each job that has not ended. */
  readonly openJobs: Readonly<Record<string, string>>;
  readonly sessions: Readonly<Record<string, RoleSession>>;
  /** Conversations of agents that people or loops opened, oldest first; ended ones until they are forgotten. */
  readonly agentSessions: Readonly<Record<string, AgentSession>>;
  /** Jobs that were delegated to agent sessions, oldest first. */
  readonly delegations: Readonly<Record<string, DelegatedJob>>;
  readonly leases: Readonly<Record<string, Lease>>;
  /** Highest fencing epoch ever given. */
  readonly epoch: number;
  readonly worktrees: Readonly<Record<string, Worktree>>;
  readonly effects: Readonly<Record<string, OpenEffect>>;
  readonly allowedChecks: readonly (readonly string[])[];
  readonly refs: Readonly<Record<string, string>>;
  /** The newest signal of each job that still runs. */
  readonly signals: Readonly<Record<string, { readonly kind: JobSignal; readonly text: string; readonly at: string }>>;
  /** The newest tick of each task, and of none, the newest of all last. */
  readonly ticks: readonly Tick[];
  /** Ledgers of other tools that were taken over, oldest first. */
  readonly imports: readonly LedgerImported[];
  readonly ships: Readonly<Record<string, Ship>>;
  /** Handed-in patches that were taken, by their digest. */
  readonly applied: Readonly<Record<string, Applied>>;
  /** What the newest run that was to propose a patch came to; null before the first. */
  readonly proposal: (Proposal & { readonly at: string }) | null;
  /** What was found outside the worktrees while jobs worked. */
  readonly breaches: Readonly<Record<string, Breach>>;
  /** What is watched while jobs work; null while none does. */
  readonly shared: SharedWatch | null;
  /** Issues that were asked for, by `issueKey` of their title. */
  readonly issues: Readonly<Record<string, WantedIssue>>;
  /** What a person did about slow lanes, by lane. */
  readonly handTunings: Readonly<Record<string, HandTuning>>;
  readonly updatedAt: string;
}

export const emptyState: State = {
  seq: 0,
  queue: { tasks: [], problems: [] },
  topology: null,
  retired: {},
  mix: evenMix,
  limits: {},
  circuits: {},
  loops: {},
  chosenClaims: {},
  runs: {},
  batches: {},
  teams: {},
  openRuns: {},
  openJobs: {},
  sessions: {},
  agentSessions: {},
  delegations: {},
  leases: {},
  epoch: 0,
  worktrees: {},
  effects: {},
  allowedChecks: [],
  refs: {},
  signals: {},
  ticks: [],
  imports: [],
  ships: {},
  applied: {},
  proposal: null,
  breaches: {},
  shared: null,
  issues: {},
  handTunings: {},
  updatedAt: '',
};
