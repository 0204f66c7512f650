import * as z from 'zod';
import { count, sessionId, taskId, timestamp } from './fields.ts';

/** What every line has, whatever it is about. */
const line = {
  ts: timestamp.describe('When it happened, in UTC.'),
  seq: z.int().min(1).describe('Its place in the log.'),
  actor: z.string().describe('Who caused it.'),
  type: z.string().min(1).describe('The event as the log names it.'),
  data: z.record(z.string(), z.unknown()).describe('Everything that the log holds about it.'),
} as const;

const session = sessionId.describe('The seat.');
const role = z.string().describe('Its role.');
const task = taskId.nullable().describe('The task that it is about.');

/** An event that the contract knows, with the fields that it has there. */
const heartbeat = z.strictObject({
  ...line,
  event: z.literal('session-heartbeat').describe('A session said that it is alive.'),
  session_id: session,
  role,
  status: z.string().describe('What it does.'),
  agent: z.string().nullable().describe('The lane that it spoke for; null for the whole seat.'),
  task_id: task,
});

const tick = z.strictObject({
  ...line,
  event: z.literal('active-loop').describe('The orchestrator took one step.'),
  mode: z.literal('full-ship').describe('The one mode that there is.'),
  topology: z.string().min(1).describe('Id of the topology that was judged by.'),
  execute: z.boolean().describe('Whether it was to ship.'),
  decision: z.enum(['planned', 'blocked', 'executing', 'executed', 'ship-failed']).describe('What it came to.'),
  task_id: task,
  issue: z.string().nullable().describe('The issue that it was about.'),
  branch: z.string().describe('The branch that it was about.'),
  blockers: z.array(z.string()).describe('What was in the way.'),
  warnings: z.array(z.string()).describe('What a person should know.'),
});

const turn = z.enum(['approved', 'clear', 'needs-attention', 'blocked', 'error']);

const agentTurn = z.strictObject({
  ...line,
  event: z.literal('agent-turn').describe('A reviewer handed in its report.'),
  session_id: session,
  role,
  agent: z.string().describe('The agent that reviewed.'),
  verdict: turn.describe('What it came to; only approved is a pass.'),
  task_id: task,
  wu: count.describe('How many work units it counts.'),
  lane_model: z.string().nullable().describe('The model of the lane; empty for what the CLI is set to.'),
  lane_effort: z.string().nullable().describe('The effort of the lane; empty for what the CLI is set to.'),
  prior_artifact_ref: z.string().nullable().describe('The artifact of the first lane, where this is the second.'),
});

const apply = z.strictObject({
  ...line,
  event: z.literal('active-apply').describe('A patch was committed on the integration branch.'),
  execute: z.literal(true).describe('It was done, not only planned.'),
  decision: z.literal('applied').describe('How it ended.'),
  task_id: task,
  integration_branch: z.string().describe('The branch.'),
  applied: z.literal(true).describe('Whether the patch is there.'),
  blockers: z.array(z.string()).describe('What kept it: nothing.'),
});

const gate = z.strictObject({
  ...line,
  event: z.literal('gate-evidence').describe('The gate of a task was judged.'),
  task_id: task,
  ready: z.boolean().describe('Whether it opened.'),
  privacy_clean: z.boolean().describe('Whether nothing private or secret was found.'),
  eval_anomaly: z.boolean().describe('Whether evaluation results looked odd.'),
  eval_to_adr: z.boolean().describe('Whether a decision should be recorded.'),
});

const dual = z.strictObject({
  ...line,
  event: z.literal('dual-lane-final').describe('Two lanes of one seat have reviewed the same commit.'),
  session_id: session,
  role,
  task_id: task,
  first_agent: z.string().describe('The agent that went first.'),
  first_verdict: turn.describe('What it came to.'),
  second_agent: z.string().describe('The agent that saw the verdict of the first.'),
  second_verdict: turn.describe('What it came to.'),
  final_verdict: turn.describe('The stricter of both.'),
});

const runner = z.strictObject({
  ...line,
  event: z.literal('active-codex-runner').describe('Read lanes were planned or run together.'),
  execute: z.boolean().describe('Whether lanes were to be started.'),
  decision: z.enum(['planned', 'completed', 'blocked']).describe('What it came to.'),
  auth_mode: z.enum(['chatgpt', 'any']).describe('With what sign-in codex may work.'),
  auth_status: z.string().describe('What was found of the sign-in of codex.'),
  sandbox: z.string().describe('The sandbox of the lanes.'),
  model: z.string().describe('The model that was asked for.'),
  max_commands_per_session: count.describe('Commands that each lane may begin; 0 for no limit.'),
  sessions: z.array(session).describe('The seats.'),
  blockers: z.array(z.string()).describe('What was in the way.'),
  warnings: z.array(z.string()).describe('What a person should know.'),
});

const patch = z.strictObject({
  ...runner.shape,
  event: z.literal('active-codex-runner').describe('A write lane came to its proposal.'),
  mode: z.literal('patch').describe('One lane wrote.'),
  execute: z.literal(true).describe('It was done, not only planned.'),
  decision: z.enum(['completed', 'blocked']).describe('What it came to.'),
  write_agent: z.string().describe('The agent that wrote.'),
  task_id: task,
  verdict: z.enum(['proposed', 'empty', 'blocked', 'error']).describe('What it proposes.'),
});

const team = z.strictObject({
  ...runner.shape,
  event: z.literal('active-codex-runner').describe('A team of another program was planned, or came to its end.'),
  runner: z.literal('omc').describe('The program that runs it.'),
  decision: z.enum(['planned', 'blocked', 'proposed', 'completed']).describe('What it came to.'),
  verdict: z
    .enum(['planned', 'blocked', 'proposed', 'completed', 'empty'])
    .describe('The same; empty where the team ended without a change.'),
  team: z.string().nullable().describe('Its name at omc; empty where it was not started.'),
  auto_merge: z.literal(false).describe('Nothing of a worker is merged by omc.'),
  task_id: task,
  auth_mode: z.literal('omc').describe('Workers use the sign-ins that omc finds.'),
  auth_status: z.literal('not-checked').describe('MAM does not look at them.'),
  sandbox: z.literal('none').describe('Nothing of MAM holds the workers.'),
  sessions: z.tuple([z.literal('omc-team')]).describe('The team, as one that writes.'),
});

const prepared = z.strictObject({
  ...line,
  event: z.literal('active-worktree-prepare').describe('A worktree was made for a role.'),
  role,
  issue: z.string().nullable().describe('The issue that it is for.'),
  branch: z.string().describe('Its branch.'),
  execute: z.literal(true).describe('It was made, not only planned.'),
});

const contractKinds = [prepared, heartbeat, tick, agentTurn, apply, gate, dual, runner, patch, team] as const;

const own = z.strictObject({ ...line, event: z.string().min(1).describe('The same as its type.') });

const known: readonly string[] = contractKinds.map((kind) => kind.shape.event.value);

/** One line of events.jsonl. */
export const eventLineSchema = z.union([
  ...contractKinds,
  own.refine((value) => !known.includes(value.event) && value.event === value.type),
]);
