import type { Problem } from '../../src/base/problem.ts';
import { ok, type Result } from '../../src/base/result.ts';
import type { Recorded } from '../../src/core/event.ts';
import { fold } from '../../src/core/evolve.ts';
import type { Run } from '../../src/core/loop/types.ts';
import type { State } from '../../src/core/state.ts';
import { readStoredEvent, type StoredEvent } from '../../src/protocol/eventLog.ts';

/** An event as a line of a recorded log. */
export type Row = StoredEvent;

/** The state that a log comes to, read as a store reads it. */
export function foldRows(rows: readonly Row[], from?: State): Result<State, Problem> {
  const events: Recorded[] = [];
  for (const row of rows) {
    const read = readStoredEvent(row);
    if (!read.ok) return read;
    events.push(read.value);
  }
  return ok(from ? fold(events, from) : fold(events));
}

/** What a person would say of a state; kept small, so that a difference is read at a glance. */
export const summarise = (state: State) => ({
  events: state.seq,
  tasks: state.queue.tasks.map((task) => `${task.id} ${task.status} P${task.priority}`),
  loops: Object.values(state.loops).map((loop) => `${loop.state} ${loop.outcome ?? ''} ${loop.taken.join()}`.trim()),
  runs: Object.values(state.runs).map(summariseRun),
  sessions: Object.values(state.sessions).map((one) => `${one.session}: ${one.status}, claims ${one.claimed ?? 'nothing'}`),
  leases: Object.values(state.leases).map((lease) => `${lease.task} ${lease.claims.join()} epoch ${lease.epoch}`),
  worktrees: Object.values(state.worktrees).map((one) => `${one.id} ${one.state}`),
  effects: Object.keys(state.effects),
});

const summariseRun = (run: Run) => ({
  task: run.task.id,
  phase: run.phase,
  ask: run.ask?.kind === 'problem' ? run.ask.problem.code : (run.ask?.kind ?? null),
  round: run.round,
  attempt: run.attempt,
  base: run.base?.commit ?? null,
  head: run.change?.head ?? null,
  files: (run.change?.files ?? []).map((file) => `${file.path} ${file.status}`),
  jobs: run.jobs.map((job) => `${job.session} r${job.round}a${job.attempt} ${job.ended?.outcome.kind ?? 'open'}`),
  verdicts: run.verdicts.map((verdict) => `${verdict.session} r${verdict.identity.round} ${verdict.word}`),
  results: run.results.map((result) => `${result.check.line} ${result.outcome}`),
  gate: run.gate && { open: run.gate.open, closed: run.gate.rules.filter((one) => one.outcome !== 'pass').map((one) => one.rule) },
  comments: run.comments,
  decision: run.decision && `${run.decision.kind}${run.decision.merged ? ' and merged' : ''}`,
});
