import { sameValue } from '../../base/sameValue.ts';
import type { Batch, BatchSeat } from '../../core/batch/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { bullets, code, sentences, table } from '../reports/markdown.ts';
import { newestJob, seatBeat, seatState, seatVerdict } from './batchStatus.ts';
import { ledgerSentence } from './facts.ts';
import { ledgerJson } from './json.ts';
import { isLaneProposal, patchRunner } from './patchRunner.ts';
import type { Projection } from './projection.ts';
import { teamRunner } from './teamRunner.ts';

const ledger = 'reports/agent_loop/active';

/** Where the public text of a seat's last message is, below the ledger's folder. */
const lastMessage = ({ session }: BatchSeat): string => `codex_runs/${session}/last_message.md`;

const modelOf = (seat: BatchSeat): string => seat.lanes[0]?.model ?? 'role-default';

/** A seat as its row in the state file. What only the machine knows, such as transcripts, is named where it lies. */
const entryOf = (batch: Batch, seat: BatchSeat, run?: Run) => {
  const job = newestJob(batch, seat);
  const status = seatState(batch, seat);
  const private_ = job ? `.mam/jobs/${job.id}` : null;
  const verdict = seatVerdict(batch, seat);
  const beat = seatBeat(batch, seat);
  return {
    session_id: seat.session,
    role: seat.role,
    agent: seat.lanes[0]?.agent ?? 'host',
    task_id: batch.change?.task?.id ?? null,
    ship_gate: seat.shipGate,
    status,
    model: modelOf(seat),
    pid: null,
    assignment: `${ledger}/assignments/${seat.session}.md`,
    run_dir: `${ledger}/codex_runs/${seat.session}`,
    prompt: private_ && `${private_}/brief.md`,
    stdout: private_ && `${private_}/stdout.jsonl`,
    stderr: private_ && `${private_}/stderr.log`,
    last_message: `${ledger}/${lastMessage(seat)}`,
    command: seat.command.join(' '),
    deterministic_gate: seat.lanes.length === 0,
    budget_exceeded: status === 'budget-exceeded',
    ...(verdict === null ? {} : { verdict }),
    ...(beat === null
      ? {}
      : {
          heartbeat_status: beat,
          heartbeat_source: seat.lanes.length === 0 ? 'deterministic-post-run-audit' : 'last-message-verdict',
          heartbeat_recorded: isCounted(batch, seat, run),
        }),
  };
};

/** Whether the run has what its seat said. */
const isCounted = ({ verdicts }: Batch, { session }: BatchSeat, run: Run | undefined): boolean =>
  verdicts.some((own) => own.session === session && run?.verdicts.some((one) => sameValue(one, own)) === true);

const runOf = (state: State, { change }: Batch): Run | undefined => (change?.run ? state.runs[change.run] : undefined);

const isOver = ({ decision }: Batch): boolean => decision === 'completed' || decision === 'blocked';

const beatsOf = (batch: Batch) =>
  isOver(batch)
    ? batch.seats.flatMap((seat) => {
        const status = seatBeat(batch, seat);
        return status === null ? [] : [{ session_id: seat.session, role: seat.role, status }];
      })
    : [];

const sandboxOf = ({ options }: Batch): string => (options.mayRun ? 'workspace-write' : 'read-only');

/** The newest batch of the runner, as the state file has it. */
export function runnerState(state: State, batch: Batch) {
  const run = runOf(state, batch);
  return {
    schema_version: 1,
    execute: batch.execute,
    decision: batch.decision,
    auth_mode: batch.options.auth.mode,
    auth_status: batch.options.auth.status,
    sandbox: sandboxOf(batch),
    timeout_seconds: Math.round(batch.options.timeoutMs / 1000),
    max_commands_per_session: batch.options.maxCommands,
    model: batch.options.model ?? 'role-default',
    registry: `${ledger}/session_registry.json`,
    assignments_dir: `${ledger}/assignments`,
    runs_dir: `${ledger}/codex_runs`,
    head: batch.change?.identity.head ?? null,
    sessions: batch.seats.map((seat) => entryOf(batch, seat, run)),
    heartbeats: beatsOf(batch),
    blockers: batch.blockers.map(ledgerSentence),
    warnings: batch.warnings.map(ledgerSentence),
  };
}

const stateFile = (state: State, batch: Batch): Projection => ({
  path: 'codex_runner_state.json',
  reads: [batch, runOf(state, batch)?.verdicts],
  render: (stamp) => ledgerJson(runnerState(state, batch), stamp),
});

/** The newest batch of the runner as a page to read. */
export function runnerReport(batch: Batch): string {
  const { options } = batch;
  const rows = batch.seats.map((seat) => {
    const entry = entryOf(batch, seat);
    return [
      entry.session_id,
      entry.role,
      entry.agent,
      entry.model,
      seatVerdict(batch, seat) === null ? entry.status : `${entry.status}: ${seatVerdict(batch, seat) ?? ''}`,
      '-',
      code(entry.assignment),
      code(entry.last_message),
      seat.lanes.length === 0 ? 'judged by rule, no process' : code(entry.command),
    ];
  });
  const head = ['Session', 'Role', 'Agent', 'Model', 'Status', 'PID', 'Assignment', 'Last message', 'Command'];
  return `${[
    '# Active Codex Runner',
    bullets([
      `Execution: ${batch.execute ? 'execute' : 'dry run'}`,
      `Decision: ${batch.decision}`,
      `Auth: ${options.auth.mode}, ${options.auth.status}`,
      `Sandbox: ${sandboxOf(batch)}`,
      `Model: ${options.model ?? 'role-default'}`,
      `Command cap: ${options.maxCommands === 0 ? 'none' : options.maxCommands}`,
      `Time for all: ${options.timeoutMs === 0 ? 'no limit' : `${Math.round(options.timeoutMs / 1000)} s`}`,
      `At: ${batch.startedAt}`,
    ]),
    `## Inputs\n\n${bullets([
      `Task: ${batch.change?.task?.id ?? 'N/A'}`,
      `Branch: ${batch.change?.branch ?? 'unknown'}`,
      `Head: ${batch.change?.identity.head ?? 'unknown'}`,
      `Base: ${batch.change?.identity.base ?? 'unknown'}`,
      `Registry: ${code(`${ledger}/session_registry.json`)}`,
    ])}`,
    `## Sessions\n\n${table(head, rows)}`,
    `## Gate Heartbeats\n\n${bullets(beatsOf(batch).map((one) => `${one.session_id}: ${one.status}`))}`,
    `## Blockers\n\n${sentences(batch.blockers)}`,
    `## Warnings\n\n${sentences(batch.warnings)}`,
    `## Execute\n\n${code('mam active-codex-runner --execute')}`,
  ].join('\n\n')}\n`;
}

/** What a seat said last, as it may be shown around. Each has one, so that none of an older batch is taken for it. */
const messages = (batch: Batch): readonly Projection[] =>
  batch.seats.map((seat): Projection => {
    const text = lastWords(batch, seat);
    return { path: lastMessage(seat), reads: [text], render: () => `${text.trimEnd()}\n` };
  });

function lastWords(batch: Batch, seat: BatchSeat): string {
  const job = newestJob(batch, seat);
  if (job?.ended)
    return job.ended.outcome.kind === 'report'
      ? job.ended.outcome.text
      : `No message: ${ledgerSentence(job.ended.outcome.problem)}`;
  if (job) return 'No message yet: the lane is running.';
  const judged = batch.verdicts.find((verdict) => verdict.session === seat.session);
  return judged?.summary ?? 'No message: not started.';
}

/** The files of what the runner ran last, read lanes, one that writes or a team; there are none before the first. */
export const codexRunner = (state: State): readonly Projection[] => {
  const batch = Object.values(state.batches).findLast((one) => one.kind === 'runner');
  return [...newest(state, batch), ...(batch ? messages(batch) : [])];
};

/** Of what began or ended at the same time a write lane counts before a team, and a team before a batch. */
function newest(state: State, batch: Batch | undefined): readonly Projection[] {
  const { proposal } = state;
  const team = Object.values(state.teams).at(-1);
  const since = [batch ? (batch.endedAt ?? batch.startedAt) : '', team ? (team.endedAt ?? team.startedAt) : ''];
  if (isLaneProposal(proposal) && since.every((one) => one <= proposal.at)) return patchRunner(state, proposal);
  if (team && (!batch || batch.startedAt <= team.startedAt)) return teamRunner(team);
  return batch
    ? [stateFile(state, batch), { path: 'codex_runner.md', reads: [batch], render: () => runnerReport(batch) }]
    : [];
}
