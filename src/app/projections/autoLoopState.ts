import { isActive } from '../../core/loop/phases.ts';
import type { Loop, Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { nextTask } from '../../core/task/select.ts';
import { currentLoop } from '../views/select.ts';
import { blockersOf, isDone, newestRuns, warningsOf } from './facts.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';

const decisionOf = (loop: Loop, runs: readonly Run[]): string => {
  if (loop.state !== 'ended') return 'running';
  if (loop.outcome === 'completed') return 'limit-reached';
  if (loop.outcome === 'blocked') return 'blocked';
  return runs.some(isDone) ? 'partial' : 'planned';
};

const limitReason = ({ options }: Loop): string => {
  if (options.tasks !== null) return 'the tasks that were named';
  return options.limit === null ? 'to the end of the queue' : 'the limit that was set';
};

const tierOf = (run: Run): string => {
  if (run.faults.length > 0) return 'p0-blocker';
  if (isDone(run)) return 'ready';
  if (run.change === null) return run.jobs.length === 0 ? 'start-blocked' : 'runner-blocked';
  return 'repairable';
};

const cycleEntry = (run: Run, iteration: number) => {
  const over = !isActive(run);
  return {
    iteration,
    task_id: run.task.id,
    title: run.task.title,
    changed_files: (run.change?.files ?? []).map((file) => file.path),
    completed: isDone(run),
    retry_deferred: false,
    start_decision: run.base === null ? (over ? 'blocked' : 'planned') : 'started',
    runner_decision: run.jobs.some((job) => !job.ended) ? 'running' : run.change ? 'completed' : 'planned',
    ...(run.gate
      ? {
          gate_evidence: `reports/agent_loop/active/gate_evidence/${run.task.id}/evidence.json`,
          gate_ready: run.gate.open,
          privacy_clean: run.faults.length === 0,
          completion_decision: isDone(run) ? 'local-gate-complete' : 'repair-needed',
        }
      : {}),
    ...(over || run.gate ? { gate_tier: tierOf(run) } : {}),
    ...(run.change ? { apply_decision: 'applied', apply_integration_branch: run.branch, apply_applied: true } : {}),
  };
};

/** The newest loop as the contract's state file has it. Nothing is shipped from here, so that part is constant. */
export const autoLoopState = (state: State): readonly Projection[] => {
  const loop = currentLoop(state);
  if (loop === null) return [];
  const runs = Object.values(state.runs).filter((run) => run.loop === loop.id);
  const ended = loop.state === 'ended';
  const { limit, tasks } = loop.options;
  const most = tasks?.length ?? limit;
  return [
    {
      path: 'auto_loop_state.json',
      reads: [loop, state.runs, state.queue],
      render: (stamp) =>
        ledgerJson(
          {
            schema_version: 1,
            decision: decisionOf(loop, runs),
            execute_runner: true,
            execute_ship: false,
            auto_repair: loop.options.maxRounds > 1,
            codex_model: 'role-default',
            max_commands_per_session: 0,
            max_iterations: most ?? 0,
            infinite_mode: most === null,
            target_completed_count: most,
            max_attempts: Math.max(1, most ?? 0),
            max_iterations_reason: limitReason(loop),
            completed_task_ids: newestRuns(state)
              .filter(isDone)
              .map((run) => run.task.id),
            deferred_task_ids: newestRuns(state)
              .filter((run) => !isDone(run) && (run.phase === 'needs-you' || run.phase === 'stopped'))
              .map((run) => run.task.id),
            next_task_id: ended ? (nextTask(state, loop)?.id ?? null) : null,
            cycles: runs.map((run, i) => cycleEntry(run, i + 1)),
            blockers: [...new Set(runs.flatMap(blockersOf))],
            warnings: warningsOf(state),
            ...(ended
              ? { wall_clock_exceeded: false, learning_capture_advisory: null, adr_lifecycle_advisory: null }
              : {}),
          },
          stamp,
        ),
    },
  ];
};
