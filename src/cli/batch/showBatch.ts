import { problemData, type Problem } from '../../base/problem.ts';
import { newestJob, seatState, seatVerdict } from '../../app/projections/batchStatus.ts';
import type { Batch } from '../../core/batch/types.ts';
import type { Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { commandLine } from '../../base/shellWord.ts';
import { words } from '../tell.ts';

/** A batch as one object. */
export const batchData = (batch: Batch): Readonly<Record<string, unknown>> => {
  return {
    decision: batch.decision,
    execute: batch.execute,
    task_id: batch.change?.task?.id ?? null,
    branch: batch.change?.branch ?? null,
    base: batch.change?.identity.base ?? null,
    head: batch.change?.identity.head ?? null,
    auth_mode: batch.options.auth.mode,
    auth_status: batch.options.auth.status,
    sessions: batch.seats.map((seat) => ({
      session_id: seat.session,
      role: seat.role,
      ship_gate: seat.shipGate,
      status: seatState(batch, seat),
      verdict: seatVerdict(batch, seat),
      lanes: seat.lanes,
      argv: seat.command,
      job: newestJob(batch, seat)?.id ?? null,
    })),
    blockers: batch.blockers.map(problemData),
    warnings: batch.warnings.map(problemData),
  };
};

/** A batch for people: who looked at what with which command, and what came of it. */
export function showBatch(cli: Cli, batch: Batch): void {
  const { terminal, t } = cli;
  const { paint } = terminal;
  const decisions: Readonly<Record<Batch['decision'], string>> = {
    planned: t('planned'),
    blocked: t('blocked'),
    running: t('running'),
    completed: t('completed'),
  };
  terminal.out(
    (batch.decision === 'blocked' ? paint.bad : paint.good)(
      t('Lanes: {decision}', { decision: decisions[batch.decision] }),
    ),
  );
  if (batch.change)
    terminal.out(
      printable(
        t('Task {task}, branch {branch} at {head}', {
          task: batch.change.task?.id ?? '-',
          branch: batch.change.branch,
          head: batch.change.identity.head.slice(0, 12),
        }),
      ),
    );
  for (const seat of batch.seats) {
    const verdict = seatVerdict(batch, seat);
    const status = verdict === null ? seatState(batch, seat) : `${seatState(batch, seat)}, ${verdict}`;
    const agents = seat.lanes.map((lane) => [lane.agent, lane.model].filter((one) => one !== null).join(' '));
    terminal.out('');
    terminal.out(printable(`${seat.session} (${t(seat.role)}): ${status}`));
    terminal.out(
      printable(
        seat.lanes.length === 0
          ? `  ${t('judged by rule, without a process')}`
          : `  ${agents.join(' + ')}: ${commandLine(seat.command)}`,
      ),
    );
  }
  const list = (title: string, ones: readonly Problem[]): void => {
    if (ones.length === 0) return;
    terminal.out('');
    terminal.out(title);
    for (const one of ones) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
  };
  list(t('In the way:'), batch.blockers);
  list(t('To look at:'), batch.warnings);
}
