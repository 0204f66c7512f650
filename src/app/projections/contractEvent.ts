import type { Batch } from '../../core/batch/types.ts';
import type { DomainEvent } from '../../core/event.ts';
import type { GateResult } from '../../core/gate/types.ts';
import { judges } from '../../core/job/kinds.ts';
import type { Job } from '../../core/job/types.ts';
import type { Run } from '../../core/loop/types.ts';
import { jobUnits } from '../../core/mix/workUnits.ts';
import { patchDecision } from '../../core/patch/decision.ts';
import type { LaneProposal } from '../../core/patch/types.ts';
import { isUnfinished } from '../../core/patch/unfinished.ts';
import { stricter, turnVerdict } from '../../core/review/dual.ts';
import type { State } from '../../core/state.ts';
import type { Team } from '../../core/team/types.ts';
import type { Tick } from '../../core/tick/types.ts';
import { ledgerSentence } from './facts.ts';
import { isLaneProposal } from './patchRunner.ts';
import { artifactPath } from './reviewArtifacts.ts';
import { teamRunnerState } from './teamRunner.ts';

/** An event under the name and with the fields that the contract has for it. */
export interface ContractEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** What the contract calls an event of MAM's own, or null where it has no name for it. A run that nobody knows has none either. */
export function contractEvent(
  event: DomainEvent,
  state: Pick<State, 'runs' | 'batches' | 'teams'>,
): ContractEvent | null {
  const { runs } = state;
  switch (event.type) {
    case 'sessionBeat': {
      const { session, role, status, agent, task } = event;
      return { event: 'session-heartbeat', session_id: session, role, status, agent, task_id: task };
    }
    case 'worktreePrepared': {
      const { role, issue, worktree: branch } = event;
      return { event: 'active-worktree-prepare', role, issue, branch, execute: true };
    }
    case 'ticked':
      return activeLoop(event.tick);
    case 'verdictGiven': {
      const { verdict } = event;
      // Of a batch's verdict that also counts for a run there are two events, and the lane is told of once.
      const job = jobOf(state, event.run, verdict.job);
      return job ? agentTurn(state, job, turnVerdict(verdict), verdict.identity.task || null, 1) : null;
    }
    case 'verdictMissing': {
      const job = jobOf(state, event.run, event.job);
      if (!job || !judges(job.kind)) return null;
      return agentTurn(state, job, 'error', taskOfJob(state, job), jobUnits({ ...job, noVerdict: event.problem }));
    }
    case 'patchCommitted':
      return about(runs[event.run], (run) => applied(run.task.id, run.branch));
    case 'patchApplied':
      // As a round of a run it is told by its commit.
      return Object.values(runs).some((run) => run.change?.head === event.head)
        ? null
        : applied(event.task, event.branch);
    case 'gateOpened':
    case 'gateClosed':
      return about(runs[event.run], (run) => ({
        event: 'gate-evidence',
        task_id: run.task.id,
        ready: event.gate.open,
        privacy_clean: isPrivacyClean(event.gate),
        eval_anomaly: false,
        eval_to_adr: false,
      }));
    case 'proposalMade':
      // A lane is told of once, when it has ended.
      return isLaneProposal(event.proposal) && !isUnfinished(event.proposal) ? patchEvent(event.proposal) : null;
    case 'batchStarted':
      return event.batch.decision === 'running' ? null : runnerEvent(event.batch, event.batch.decision);
    case 'batchEnded': {
      const batch = state.batches[event.batch];
      if (!batch) return null;
      return batch.kind === 'runner' ? runnerEvent(batch, event.decision) : dualEvent(batch);
    }
    case 'teamStarted':
      return event.team.decision === 'running' ? null : teamEvent(event.team);
    case 'teamEnded': {
      const team = Object.hasOwn(state.teams, event.team) ? state.teams[event.team] : undefined;
      return team ? teamEvent({ ...team, decision: event.decision }) : null;
    }
    default:
      return null;
  }
}

const jobOf = ({ runs, batches }: Pick<State, 'runs' | 'batches'>, owner: string, id: string): Job | undefined =>
  (runs[owner] ?? batches[owner])?.jobs.find((job) => job.id === id);

const taskOfJob = ({ runs, batches }: Pick<State, 'runs' | 'batches'>, job: Job): string | null =>
  (runs[job.run]?.task ?? batches[job.run]?.change?.task)?.id ?? null;

const runnerEvent = (batch: Batch, decision: string): ContractEvent | null =>
  batch.kind === 'turn'
    ? null
    : {
        event: 'active-codex-runner',
        execute: batch.execute,
        decision,
        auth_mode: batch.options.auth.mode,
        auth_status: batch.options.auth.status,
        sandbox: batch.options.mayRun ? 'workspace-write' : 'read-only',
        model: batch.options.model ?? 'role-default',
        max_commands_per_session: batch.options.maxCommands,
        sessions: batch.seats.map((seat) => seat.session),
        blockers: batch.blockers.map(ledgerSentence),
        warnings: batch.warnings.map(ledgerSentence),
      };

const patchEvent = (proposal: LaneProposal): ContractEvent => ({
  event: 'active-codex-runner',
  mode: 'patch',
  execute: true,
  decision: patchDecision(proposal.verdict),
  write_agent: proposal.agent,
  task_id: proposal.task,
  verdict: proposal.verdict,
  auth_mode: proposal.terms.auth.mode,
  auth_status: proposal.terms.auth.status,
  sandbox: proposal.terms.sandbox,
  model: proposal.terms.model ?? 'role-default',
  max_commands_per_session: proposal.terms.maxCommands,
  sessions: [proposal.session],
  blockers: proposal.blockers.map(ledgerSentence),
  warnings: proposal.warnings.map(ledgerSentence),
});

/** The same words as in the state of the runner. */
function teamEvent(team: Team): ContractEvent {
  const told = teamRunnerState(team);
  return {
    event: 'active-codex-runner',
    runner: told.runner,
    execute: told.execute,
    decision: told.decision,
    verdict: told.verdict,
    team: told.team,
    auto_merge: told.auto_merge,
    task_id: team.task,
    auth_mode: told.auth_mode,
    auth_status: told.auth_status,
    sandbox: told.sandbox,
    model: told.model,
    max_commands_per_session: told.max_commands_per_session,
    sessions: told.sessions.map((one) => one.session_id),
    blockers: told.blockers,
    warnings: told.warnings,
  };
}

/** What two lanes of one seat came to together; a single lane has told of itself. */
function dualEvent(batch: Batch): ContractEvent | null {
  const [first, second] = batch.jobs;
  const [seat] = batch.seats;
  if (!first || !second || !seat) return null;
  const said = (job: Job) => turnVerdict(batch.verdicts.find((verdict) => verdict.job === job.id) ?? null);
  return {
    event: 'dual-lane-final',
    session_id: seat.session,
    role: seat.role,
    task_id: batch.change?.task?.id ?? null,
    first_agent: first.agent,
    first_verdict: said(first),
    second_agent: second.agent,
    second_verdict: said(second),
    final_verdict: stricter(said(first), said(second)),
  };
}

const activeLoop = (tick: Tick): ContractEvent => {
  const { mode, topology, execute, decision, task, issue, branch } = tick;
  return {
    event: 'active-loop',
    mode,
    topology,
    execute,
    decision,
    task_id: task,
    issue,
    branch,
    blockers: tick.blockers.map(ledgerSentence),
    warnings: tick.warnings.map(ledgerSentence),
  };
};

const about = (run: Run | undefined, make: (run: Run) => ContractEvent): ContractEvent | null =>
  run ? make(run) : null;

/** What a judged gate says of secrets and of what left the claimed files. */
const isPrivacyClean = (gate: GateResult): boolean =>
  gate.rules.every((rule) => rule.rule !== 'integrity' || rule.outcome === 'pass');

const agentTurn = (
  { batches }: Pick<State, 'batches'>,
  job: Job,
  verdict: string,
  task: string | null,
  units: number,
): ContractEvent => {
  const batch = batches[job.run];
  const prior = batch?.jobs.find((one) => one.id === job.prior);
  return {
    event: 'agent-turn',
    session_id: job.session,
    role: job.role,
    agent: job.agent,
    verdict,
    task_id: task,
    wu: units,
    lane_model: job.model ?? null,
    lane_effort: job.effort ?? null,
    prior_artifact_ref: batch && prior ? artifactPath(batch, prior) : null,
  };
};

const applied = (task: string, branch: string): ContractEvent => ({
  event: 'active-apply',
  execute: true,
  decision: 'applied',
  task_id: task,
  integration_branch: branch,
  applied: true,
  blockers: [],
});
