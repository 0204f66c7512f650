import { isActive } from '../../core/loop/phases.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { isDone } from '../../core/loop/phases.ts';
import { cycleLanes } from './laneAutotune.ts';

/** How far a run got, once it rests. */
const tierOf = (run: Run): string => {
  if (run.faults.length > 0) return 'p0-blocker';
  if (isDone(run)) return 'ready';
  if (run.base === null || run.jobs.length === 0) return 'start-blocked';
  return run.change === null ? 'runner-blocked' : 'repairable';
};

/** Why a run that rests counts as done or not. What is private or secret is mended by nobody but a person. */
const completions: Readonly<Record<string, string>> = {
  ready: 'local-gate-complete',
  'start-blocked': 'start-blocked',
  'runner-blocked': 'runner-repair-needed',
  repairable: 'repair-needed',
};

function runnerDecision(run: Run): string {
  if (run.jobs.some((job) => !job.ended)) return 'running';
  return run.change ? 'completed' : isActive(run) ? 'running' : 'blocked';
}

/** A round after the first is a repair by the writer, whose work is reviewed and gated anew like any other. */
function repairOf(run: Run) {
  const first = run.jobs.find((job) => job.kind === 'implement' && job.round > 1);
  if (!first) return {};
  const committed = run.change !== null && run.change.round >= run.round;
  return {
    repair_decision: committed ? 'completed' : isActive(run) ? 'running' : 'blocked',
    repair_first_agent: first.agent,
  };
}

/** The outcome of shipping exactly this commit; nothing before it was tried. */
function shipOf(state: State, run: Run) {
  const tick = state.ticks.find((one) => one.task === run.task.id && one.head === run.change?.head);
  return tick?.decision === 'executed' || tick?.decision === 'ship-failed' ? { ship_decision: tick.decision } : {};
}

/** Whether the task was set aside before and is tried again. */
const isRetried = (state: State, run: Run): boolean =>
  state.imports.some((one) => one.deferred.includes(run.task.id)) ||
  state.runs[run.id] !== Object.values(state.runs).find((one) => one.task.id === run.task.id);

/** One task of a loop as the contract has it: each field is there as soon as it was reached. */
export const cycleEntry = (state: State, run: Run, iteration: number) => {
  const rests = !isActive(run);
  const tier = tierOf(run);
  return {
    iteration,
    task_id: run.task.id,
    title: run.task.title,
    changed_files: run.change ? run.change.files.map((file) => file.path) : run.claims,
    completed: isDone(run),
    retry_deferred: run.retry !== undefined || isRetried(state, run),
    ...(run.base ? { start_decision: 'started' } : rests ? { start_decision: 'blocked' } : {}),
    ...(run.jobs.length > 0 ? { runner_decision: runnerDecision(run) } : {}),
    ...(run.gate
      ? {
          gate_evidence: `reports/agent_loop/active/gate_evidence/${run.task.id}/evidence.json`,
          gate_ready: run.gate.open,
          privacy_clean: run.faults.length === 0,
        }
      : {}),
    ...(rests || run.gate ? { gate_tier: tier } : {}),
    ...(rests && completions[tier] !== undefined ? { completion_decision: completions[tier] } : {}),
    ...repairOf(run),
    ...(run.change ? { apply_decision: 'applied', apply_integration_branch: run.branch, apply_applied: true } : {}),
    ...cycleLanes(state.loops[run.loop], run),
    ...shipOf(state, run),
  };
};
