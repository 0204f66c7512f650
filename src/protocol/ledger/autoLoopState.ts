import * as z from 'zod';
import { count, stamped, taskId } from './fields.ts';

const laneStat = z.strictObject({
  role: z.string().describe('The role.'),
  agent: z.string().describe('Its agent.'),
  elapsed_s: z.number().nullable().describe('Seconds that it took; null where nobody timed it.'),
  status: z.string().describe('How it ended.'),
});

const recommendation = z.strictObject({
  role: z.string().describe('The role.'),
  agent: z.string().describe('Its agent.'),
  elapsed_s: z.number().describe('Seconds that it took.'),
  median_elapsed_s: z.number().describe('What the lanes of its agent usually took.'),
  k: z.number().describe('From which multiple of that on a lane is slow.'),
  flag_threshold_s: z.number().describe('The seconds that this makes.'),
  fail_rate: z.number().nullable().describe('How much of its work failed; null where it worked too seldom to say.'),
  fail_sample: count.describe('How often it worked in the tasks that were looked at.'),
  fail_min_sample: count.describe('How often it must have.'),
  fail_threshold: z.number().describe('Above which part of failures it is told to think harder.'),
  fail_signal: z.enum(['observed', 'no-signal']).describe('Whether its failures say anything.'),
  direction: z.enum(['strengthen', 'accelerate']).describe('Whether to think harder or less.'),
  effort_from: z.string().nullable().describe('The effort that it ran with; null for that of its CLI.'),
  effort_to: z.string().nullable().describe('The effort that it gets next; null where nothing changes.'),
  actuated: z.boolean().describe('Whether that was acted on.'),
  cooldown_remaining: count.describe('For how many tasks it was still to be left alone.'),
  cooldown_set: count.describe('For how many it is from now on.'),
  note: z.string().describe('The same in words.'),
});

const laneAutotune = z.strictObject({
  recommendations: z.array(recommendation).describe('Its slow lanes.'),
  events: z.array(z.record(z.string(), z.unknown())).describe('How the lanes of each agent were judged.'),
  effort_overrides: z.record(z.string(), z.string()).describe('Efforts of the next task, by role||agent.'),
  cooldown_state: z.record(z.string(), count).describe('How long changed lanes are left alone, by role||agent.'),
});

const cycle = z.strictObject({
  iteration: z.int().min(1).describe('Its place among the cycles of this loop.'),
  task_id: taskId.describe('The task.'),
  title: z.string().describe('Its title.'),
  changed_files: z.array(z.string()).describe('The files that were changed, else the ones that were claimed.'),
  completed: z.boolean().describe('Whether the task is done.'),
  retry_deferred: z.boolean().describe('Whether the task was set aside by an earlier loop and is tried again.'),
  start_decision: z.enum(['started', 'blocked']).optional().describe('How its start went.'),
  runner_decision: z
    .enum(['running', 'completed', 'blocked'])
    .optional()
    .describe('How the agents got on, once one was started.'),
  gate_evidence: z.string().optional().describe('Where the evidence of its gate is.'),
  gate_ready: z.boolean().optional().describe('Whether its gate is open.'),
  privacy_clean: z.boolean().optional().describe('Whether nothing private or secret was found.'),
  gate_tier: z
    .enum(['start-blocked', 'runner-blocked', 'ready', 'repairable', 'p0-blocker'])
    .optional()
    .describe('How far it got, and what keeps it.'),
  completion_decision: z
    .enum(['local-gate-complete', 'start-blocked', 'runner-repair-needed', 'repair-needed'])
    .optional()
    .describe('Why it counts as done or not, once it rests.'),
  repair_decision: z
    .enum(['running', 'completed', 'blocked'])
    .optional()
    .describe('How the newest repair got on, once there was one.'),
  repair_first_agent: z.string().optional().describe('The agent that repaired.'),
  apply_decision: z.enum(['blocked', 'checked', 'applied']).optional().describe('What was decided about the patch.'),
  apply_integration_branch: z.string().optional().describe('The branch that the patch was put on.'),
  apply_applied: z.boolean().optional().describe('Whether it is there.'),
  lane_stats: z.array(laneStat).optional().describe('What its lanes took and came to; where lanes are tuned.'),
  lane_autotune: laneAutotune.optional().describe('What was decided about its lanes.'),
  lane_autotune_recommendations: z.array(recommendation).optional().describe('The slow ones among them.'),
  ship_decision: z.enum(['executed', 'ship-failed']).optional().describe('How shipping ended, once it was tried.'),
});

const taskPool = z.strictObject({
  size: z.int().min(1).describe('How many tasks are at work at once.'),
  wanted: z.int().min(1).describe('How many were to be.'),
  clamps: z.array(z.string()).describe('Why it is one, whatever was wanted.'),
  words: z.string().describe('The same in words, with the reason.'),
});

const poolTuning = z.strictObject({
  run: z.string().describe('The run of the task that had come to something.'),
  task: taskId.describe('The task that had come to something.'),
  outcome: z.enum(['completed', 'deferred']).describe('To what.'),
  wish: z.enum(['raise', 'lower', 'keep']).describe('What was measured speaks for.'),
  row: count.describe('How many tasks in a row did; 0 once it was followed.'),
  from: z.int().min(1).describe('How many tasks were at work at once.'),
  to: z.int().min(1).describe('How many are from now on.'),
  cooling: count.describe('For how many tasks that is left alone.'),
  why: z.string().describe('What speaks for it, in words.'),
  observed: z.record(z.string(), z.unknown()).describe('What was measured.'),
});

/** auto_loop_state.json, version 1: the newest loop and its cycles. */
export const autoLoopStateSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  decision: z
    .enum(['running', 'planned', 'partial', 'limit-reached', 'blocked'])
    .describe('How the loop stands, or how it ended.'),
  execute_runner: z.boolean().describe('Whether agents are started.'),
  execute_ship: z.boolean().describe('Whether the loop ships by itself.'),
  auto_repair: z.boolean().describe('Whether a closed gate leads to another round by itself.'),
  codex_model: z.string().describe('The model that was asked for, or role-default.'),
  max_commands_per_session: count.describe('How many commands an agent may run; 0 is any number.'),
  max_iterations: count.describe('How many tasks the loop takes at most; 0 is any number.'),
  infinite_mode: z.boolean().describe('Whether the loop runs to the end of the queue.'),
  wall_clock_exceeded: z.boolean().optional().describe('Whether it ran out of time; there once it has ended.'),
  target_completed_count: count.nullable().describe('How many tasks are to be done in this loop.'),
  max_attempts: z.int().min(1).describe('How many tasks it tries at most.'),
  max_iterations_reason: z.string().describe('Where the limit comes from.'),
  completed_task_ids: z.array(taskId).describe('All tasks that are done, of every loop and of an imported ledger.'),
  deferred_task_ids: z.array(taskId).describe('All tasks that were set aside.'),
  next_task_id: taskId.nullable().describe('What would come next; null while the loop runs.'),
  cycles: z.array(cycle).describe('The tasks of this loop, one entry for each.'),
  learning_capture_advisory: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe('Advice to keep a lesson.'),
  adr_lifecycle_advisory: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe('Advice about old decisions.'),
  lane_autotune_recommendations: z
    .array(
      recommendation.extend({
        iteration: z.int().min(1).describe('Its place among the cycles of this loop.'),
        task_id: taskId.describe('The task.'),
      }),
    )
    .optional()
    .describe('Slow lanes of all tasks of this loop; where lanes are tuned.'),
  lane_autotune_cooldown: z.record(z.string(), count).optional().describe('How long changed lanes are left alone.'),
  task_pool: taskPool.optional().describe('How many tasks at once; of a loop on the queue.'),
  task_pool_autotune: z
    .array(poolTuning)
    .optional()
    .describe('Each decision about that number, oldest first; where it is tuned.'),
  blockers: z.array(z.string()).describe('What keeps the tasks of this loop, each once.'),
  warnings: z.array(z.string()).describe('What a person should know, each once.'),
});
