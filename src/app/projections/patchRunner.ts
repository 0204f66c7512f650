import type { Job } from '../../core/job/types.ts';
import { patchDecision } from '../../core/patch/decision.ts';
import type { LaneProposal, Proposal, ProposalVerdict } from '../../core/patch/types.ts';
import { isUnfinished } from '../../core/patch/unfinished.ts';
import type { State } from '../../core/state.ts';
import { bullets, code, sentences, table } from '../reports/markdown.ts';
import { ledgerSentence } from './facts.ts';
import { ledgerJson } from './json.ts';
import { patchArtifactPath } from './patchArtifact.ts';
import type { Projection } from './projection.ts';

const ledger = 'reports/agent_loop/active';
const folder = 'patch_runs/implementer';
const lastMessage = `${folder}/last_message.md`;

/** One write lane: as it was planned, as it runs, or as it ended. */
export interface PatchView extends Omit<LaneProposal, 'verdict'> {
  readonly execute: boolean;
  readonly decision: 'planned' | 'running' | 'completed' | 'blocked';
  /** Null of what was only planned. */
  readonly verdict: ProposalVerdict | null;
}

const viewOf = (proposal: LaneProposal): PatchView => ({
  ...proposal,
  execute: true,
  decision: isUnfinished(proposal) ? 'running' : patchDecision(proposal.verdict),
});

const writerOf = ({ runs }: Pick<State, 'runs'>, { run }: Pick<Proposal, 'run'>): Job | undefined =>
  run === null ? undefined : runs[run]?.jobs.findLast((job) => job.kind === 'implement');

const statusOf = ({ decision, verdict, execute }: PatchView): string => {
  if (decision === 'running') return 'running';
  return execute && verdict !== null ? verdict : 'planned';
};

function entryOf(state: Pick<State, 'runs' | 'topology'>, view: PatchView) {
  const job = writerOf(state, view);
  const private_ = job ? `.mam/jobs/${job.id}` : null;
  return {
    session_id: view.session,
    role: view.role,
    agent: view.agent,
    task_id: view.task,
    ship_gate: state.topology?.roles.find(({ session }) => session === view.session)?.shipGate ?? 'lease-owner',
    status: statusOf(view),
    model: job?.model ?? view.terms.model ?? 'role-default',
    pid: null,
    assignment: `${ledger}/assignments/${view.session}.md`,
    run_dir: `${ledger}/${folder}`,
    prompt: private_ && `${private_}/brief.md`,
    stdout: private_ && `${private_}/stdout.jsonl`,
    stderr: private_ && `${private_}/stderr.log`,
    last_message: `${ledger}/${lastMessage}`,
    command: view.command.join(' '),
    deterministic_gate: false,
    budget_exceeded: view.blockers.some((one) => one.code === 'lane.commandCap'),
    ...(view.execute ? { artifact: `${ledger}/${patchArtifactPath}` } : {}),
  };
}

/** A write lane as the state file of the runner has it. */
export const patchRunnerState = (state: Pick<State, 'runs' | 'topology'>, view: PatchView) => ({
  schema_version: 1,
  mode: 'patch',
  execute: view.execute,
  decision: view.decision,
  write_agent: view.agent,
  task_id: view.task,
  verdict: view.decision === 'running' ? null : view.verdict,
  auth_mode: view.terms.auth.mode,
  auth_status: view.terms.auth.status,
  sandbox: view.terms.sandbox,
  timeout_seconds: Math.round(view.terms.timeoutMs / 1000),
  max_commands_per_session: view.terms.maxCommands,
  model: view.terms.model ?? 'role-default',
  registry: `${ledger}/session_registry.json`,
  assignments_dir: `${ledger}/assignments`,
  patch_runs_dir: `${ledger}/patch_runs`,
  head: view.base,
  sessions: [entryOf(state, view)],
  heartbeats: [],
  blockers: view.blockers.map(ledgerSentence),
  warnings: view.warnings.map(ledgerSentence),
});

/** The same as a page to read. */
export function patchRunnerReport(state: Pick<State, 'runs' | 'topology'>, view: PatchView): string {
  const { terms } = view;
  const entry = entryOf(state, view);
  const head = ['Session', 'Role', 'Agent', 'Model', 'Status', 'PID', 'Assignment', 'Last message', 'Command'];
  const row = [entry.session_id, entry.role, entry.agent, entry.model, entry.status, '-'];
  return `${[
    '# Active Codex Runner',
    bullets([
      'Mode: patch',
      `Execution: ${view.execute ? 'execute' : 'dry run'}`,
      `Decision: ${view.decision}`,
      `Auth: ${terms.auth.mode}, ${terms.auth.status}`,
      `Sandbox: ${terms.sandbox}`,
      `Model: ${terms.model ?? 'role-default'}`,
      `Command cap: ${terms.maxCommands === 0 ? 'none' : terms.maxCommands}`,
      `Time: ${terms.timeoutMs === 0 ? 'no limit' : `${Math.round(terms.timeoutMs / 1000)} s`}`,
    ]),
    `## Inputs\n\n${bullets([
      `Task: ${view.task ?? 'N/A'}`,
      `Base: ${view.base ?? 'unknown'}`,
      `Registry: ${code(`${ledger}/session_registry.json`)}`,
      ...(view.execute ? [`Patch: ${code(`${ledger}/${patchArtifactPath}`)}`] : []),
    ])}`,
    `## Sessions\n\n${table(head, [[...row, code(entry.assignment), code(entry.last_message), code(entry.command)]])}`,
    `## Gate Heartbeats\n\n${bullets([])}`,
    `## Blockers\n\n${sentences(view.blockers)}`,
    `## Warnings\n\n${sentences(view.warnings)}`,
    `## Execute\n\n${code('mam active-codex-runner --mode patch --execute')}`,
  ].join('\n\n')}\n`;
}

/** Whether it is a lane's, and no team's. */
export const isLaneProposal = <P extends Proposal>(proposal: P | null): proposal is P & LaneProposal =>
  proposal?.terms !== undefined;

/** The files of the newest write lane, in place of those of the newest batch. */
export function patchRunner(state: Pick<State, 'runs' | 'topology'>, proposal: LaneProposal): readonly Projection[] {
  const job = writerOf(state, proposal);
  const view = viewOf(proposal);
  const reads = [proposal, job, state.topology];
  return [
    {
      path: 'codex_runner_state.json',
      reads,
      render: (stamp) => ledgerJson(patchRunnerState(state, view), stamp),
    },
    { path: 'codex_runner.md', reads, render: () => patchRunnerReport(state, view) },
    { path: lastMessage, reads: [view.decision, job], render: () => `${lastWords(view, job).trimEnd()}\n` },
  ];
}

function lastWords({ decision }: PatchView, job: Job | undefined): string {
  if (job?.ended)
    return job.ended.outcome.kind === 'report'
      ? job.ended.outcome.text
      : `No message: ${ledgerSentence(job.ended.outcome.problem)}`;
  return decision === 'running' ? 'No message yet: the lane is running.' : 'No message: not started.';
}
