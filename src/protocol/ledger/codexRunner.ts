import * as z from 'zod';
import { count, sessionId, stamped, taskId } from './fields.ts';

const verdict = z.enum(['approved', 'clear', 'needs-attention', 'blocked', 'error']);

const path = z.string().min(1);

const gate = z.enum(['control-plane', 'lease-owner', 'blocking', 'non-blocking']);

const workerOf = <S extends z.ZodType>(status: S) => ({
  session_id: sessionId.describe('The seat.'),
  role: z.string().min(1).describe('Its role.'),
  agent: z.string().describe('The agent of its first lane; host where a rule judges.'),
  task_id: taskId.nullable().describe('The task that it looks at.'),
  ship_gate: gate.describe('How the seat counts for shipping.'),
  status: status.describe('How its newest lane stands.'),
  model: z.string().min(1).describe('The model; role-default where the CLI is set to one by itself.'),
  pid: z.null().describe('Always empty: the supervisor holds the process.'),
  assignment: path.describe('What the seat is assigned.'),
  run_dir: path.describe('What of its lane may be shown around.'),
  command: z.string().describe('What is run; empty where a rule judges.'),
});

const sessionOf = <S extends z.ZodType>(status: S) => ({
  ...workerOf(status),
  prompt: path.nullable().describe('Its brief, on this machine.'),
  stdout: path.nullable().describe('Its transcript, on this machine.'),
  stderr: path.nullable().describe('Its error output, on this machine.'),
  last_message: path.describe('Its last message.'),
  deterministic_gate: z.boolean().describe('Whether a rule of the host judges, and no process.'),
  budget_exceeded: z.boolean().describe('Whether it began more commands than it may.'),
});

const session = z.strictObject({
  ...sessionOf(
    z.enum(['planned', 'running', 'completed', 'failed', 'timeout', 'budget-exceeded', 'spawn-failed', 'terminated']),
  ),
  verdict: verdict.optional().describe('What its lanes came to, the strictest of them.'),
  heartbeat_status: z.enum(['passed', 'clear', 'blocked']).optional().describe('What the gate is told of the seat.'),
  heartbeat_source: z
    .enum(['last-message-verdict', 'deterministic-post-run-audit'])
    .optional()
    .describe('Where that comes from.'),
  heartbeat_recorded: z.boolean().optional().describe('Whether there is a gate that it counts for.'),
});

const stateShape = {
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  execute: z.boolean().describe('Whether lanes were to be started.'),
  decision: z.enum(['planned', 'running', 'completed', 'blocked']).describe('How the batch stands.'),
  auth_mode: z.enum(['chatgpt', 'any']).describe('With what sign-in codex may work.'),
  auth_status: z
    .enum(['not-checked', 'not-needed', 'skipped', 'ok', 'blocked'])
    .describe('What was found of the sign-in of codex.'),
  timeout_seconds: count.describe('Seconds that all lanes together have; 0 for no limit.'),
  max_commands_per_session: count.describe('Commands that each lane may begin; 0 for no limit.'),
  model: z.string().min(1).describe('The model that was asked for; role-default for none.'),
  registry: path.describe('The registry of the seats.'),
  assignments_dir: path.describe('Where the assignments are.'),
  heartbeats: z
    .array(
      z.strictObject({
        session_id: sessionId.describe('The seat.'),
        role: z.string().min(1).describe('Its role.'),
        status: z.enum(['passed', 'clear', 'blocked']).describe('What the gate is told of it.'),
      }),
    )
    .describe('What the gate was told, once the batch has ended.'),
  blockers: z.array(z.string()).describe('What was in the way, or ended the batch.'),
  warnings: z.array(z.string()).describe('What a person should know.'),
};

const head = z.string().nullable().describe('The commit that is looked at, or that a patch counts from.');

const batchState = z.strictObject({
  ...stateShape,
  head,
  sandbox: z.enum(['read-only', 'workspace-write']).describe('The sandbox of the lanes.'),
  runs_dir: path.describe('Where what may be shown of the lanes is.'),
  sessions: z.array(session).describe('The seats of the batch.'),
});

const patchVerdict = z.enum(['proposed', 'empty', 'blocked', 'error']);

const patchState = z.strictObject({
  ...stateShape,
  head,
  mode: z.literal('patch').describe('One lane writes, and proposes a patch.'),
  write_agent: z.string().describe('The agent that writes.'),
  task_id: taskId.nullable().describe('The task that it works on.'),
  verdict: patchVerdict.nullable().describe('What it proposes; null before it has ended.'),
  sandbox: z.enum(['workspace-write', 'danger-full-access']).describe('The sandbox of the lane.'),
  patch_runs_dir: path.describe('Where what may be shown of the lane is.'),
  sessions: z
    .array(
      z.strictObject({
        ...sessionOf(z.enum(['planned', 'running', ...patchVerdict.options])),
        artifact: path.optional().describe('The patch artifact.'),
      }),
    )
    .length(1)
    .describe('The seat that writes.'),
});

const teamDecision = z.enum(['planned', 'blocked', 'running', 'proposed', 'completed']);

const teamState = z.strictObject({
  ...stateShape,
  runner: z.literal('omc').describe('A team of another program works.'),
  decision: teamDecision.describe('How the team stands.'),
  verdict: z
    .enum([...teamDecision.options, 'empty'])
    .describe('The same; empty where the team ended without a change.'),
  team: z.string().nullable().describe('Its name at omc; empty before it was started.'),
  worktree_mode: z.literal('branch').describe('Each worker has a worktree on a branch of its own.'),
  auto_merge: z.literal(false).describe('Nothing of a worker is merged by omc.'),
  ack_env: z.literal('ACTIVE_OMC_RUNNER_ACK').describe('The variable by which a person allows it.'),
  auth_mode: z.literal('omc').describe('Workers use the sign-ins that omc finds.'),
  auth_status: z.literal('not-checked').describe('MAM does not look at them.'),
  sandbox: z.literal('none').describe('Nothing of MAM holds the workers.'),
  runs_dir: path.describe('Where the proposals of the team are.'),
  sessions: z
    .array(z.strictObject(workerOf(teamDecision)))
    .length(1)
    .describe('The team, as one that writes.'),
});

/** codex_runner_state.json, version 1: the newest batch of read lanes, the newest write lane or the newest team, whichever is newest. */
export const codexRunnerSchema = z.union([batchState, patchState, teamState]);

/** artifacts/<task>/<session>/<agent>.json, version 1: what one review lane came to. */
export const reviewArtifactSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  task_id: taskId.nullable().describe('The task that was looked at.'),
  session_id: sessionId.describe('The seat.'),
  role: z.string().min(1).describe('Its role.'),
  agent: z.string().min(1).describe('The agent that reviewed.'),
  head: z.string().nullable().describe('The commit that was reviewed.'),
  verdict: verdict.describe('What it came to; only approved and clear are passes.'),
  summary: z.string().describe('The report without its verdict, or why there is none.'),
  findings: z
    .array(
      z.strictObject({
        severity: z.enum(['blocker', 'warning', 'info']).describe('How much it weighs.'),
        title: z.string().describe('What is wrong.'),
        body: z.string().optional().describe('Where.'),
      }),
    )
    .describe('What was found.'),
  next_steps: z.array(z.string()).describe('Always empty: a report says them in words.'),
  wu: count.describe('How many work units it counts.'),
  privacy_scrubbed: z.literal(true).describe('Everything private was taken out before it was kept.'),
  lane_model: z.string().nullable().describe('The model of the lane; empty for what the CLI is set to.'),
  lane_effort: z.string().nullable().describe('The effort of the lane; empty for what the CLI is set to.'),
  lane_effort_applied: z.boolean().describe('Whether the CLI was told an effort.'),
  prior_artifact_ref: z.string().nullable().describe('The artifact of the first lane, where this is the second.'),
  lane_usage: z.looseObject({}).nullable().describe('What the lane used, where its CLI says it.'),
});
