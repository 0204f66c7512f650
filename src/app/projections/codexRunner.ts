import type { Batch, BatchSeat } from '../../core/batch/types.ts';
import type { State } from '../../core/state.ts';
import { bullets, code, sentences, table } from '../reports/markdown.ts';
import { newestJob, seatBeat, seatState, seatVerdict } from './batchStatus.ts';
import { ledgerSentence } from './facts.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';

const ledger = 'reports/agent_loop/active';

/** Where the public text of a seat's last message is, below the ledger's folder. */
const lastMessage = ({ session }: BatchSeat): string => `codex_runs/${session}/last_message.md`;

const modelOf = (seat: BatchSeat): string => seat.lanes[0]?.model ?? 'role-default';

/** A seat as its row in the state file. What only the machine knows, such as transcripts, is named where it lies. */
const entryOf = (batch: Batch, seat: BatchSeat) => {
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
          heartbeat_recorded: batch.change?.run !== null,
        }),
  };
};

const isOver = ({ decision }: Batch): boolean => decision === 'completed' || decision === 'blocked';

const beatsOf = (batch: Batch) =>
  isOver(batch)
    ? batch.seats.flatMap((seat) => {
        const status = seatBeat(batch, seat);
        return status === null ? [] : [{ session_id: seat.session, role: seat.role, status }];
      })
    : [];

const sandboxOf = ({ options }: Batch): string => (options.mayRun ? 'workspace-write' : 'read-only');

const stateFile = (batch: Batch): Projection => ({
  path: 'codex_runner_state.json',
  reads: [batch],
  render: (stamp) =>
    ledgerJson(
      {
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
        sessions: batch.seats.map((seat) => entryOf(batch, seat)),
        heartbeats: beatsOf(batch),
        blockers: batch.blockers.map(ledgerSentence),
        warnings: batch.warnings.map(ledgerSentence),
      },
      stamp,
    ),
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

/** What a seat said last, as it may be shown around. */
const messages = (batch: Batch): readonly Projection[] =>
  batch.seats.flatMap((seat): Projection[] => {
    const outcome = newestJob(batch, seat)?.ended?.outcome;
    const judged = batch.verdicts.find((verdict) => verdict.session === seat.session);
    const text = outcome?.kind === 'report' ? outcome.text : seat.lanes.length === 0 ? judged?.summary : undefined;
    if (text === undefined) return [];
    const render = (): string => `${text.trimEnd()}\n`;
    return [{ path: lastMessage(seat), reads: [text], render }];
  });

/** The files of the newest batch of the runner; there are none before the first. */
export const codexRunner = (state: State): readonly Projection[] => {
  const batch = Object.values(state.batches).findLast((one) => one.kind === 'runner');
  return batch
    ? [
        stateFile(batch),
        { path: 'codex_runner.md', reads: [batch], render: () => runnerReport(batch) },
        ...messages(batch),
      ]
    : [];
};
