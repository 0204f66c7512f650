import * as z from 'zod';
import { mixPolicySchema } from './agentMix.ts';
import { count, sessionId, stamped, taskId, timestamp } from './fields.ts';

const lane = z.strictObject({
  agent: z.string().min(1).describe('The agent of this lane.'),
  status: z.string().describe('What it does now; idle when nothing.'),
  current_turn: taskId.nullable().describe('The task that it works on now.'),
  wu_spent_rolling: count.describe('Work units of this lane within the window of the mix.'),
});

const session = z.strictObject({
  session_id: sessionId.describe('Stable id of the seat.'),
  role: z.string().min(1).describe('Name of the role.'),
  status: z.string().describe('What was last said of the seat; stale when nothing was heard in time.'),
  task_id: taskId.nullable().describe('The task that the seat is about.'),
  branch: z.string().describe('The branch of that task; unknown without one.'),
  cwd: z.literal('.').describe('Always the root of the repository.'),
  last_heartbeat: timestamp.describe('When the seat was last heard of.'),
  heartbeat_state: z.enum(['fresh', 'stale']).describe('Whether that is recent enough to count.'),
  lease_expires_at: timestamp.describe('When the lease of the seat would lapse; for information.'),
  next_command: z.string().describe('What to run next for this seat.'),
  lanes: z
    .object({ claude: lane.describe('The lane of claude.'), codex: lane.describe('The lane of codex.') })
    .catchall(lane)
    .describe('The agents of the seat.'),
  write_lease_owner: z.boolean().describe('Whether the seat is the one that writes.'),
  ship_gate: z
    .enum(['control-plane', 'lease-owner', 'blocking', 'non-blocking'])
    .describe('How the status of the seat counts for shipping.'),
});

/** session_registry.json, version 2: the seats of the topology. */
export const sessionRegistrySchema = z.strictObject({
  schema_version: z.literal(2).describe('Version of this file.'),
  ...stamped,
  topology: z.string().min(1).describe('Id of the topology whose seats these are.'),
  mode: z.literal('full-ship').describe('The one mode that there is.'),
  gate_policy: z.literal('conservative').describe('The one policy that there is: unknown counts as closed.'),
  agent_mix: mixPolicySchema.describe('What mix of agents is aimed at.'),
  sessions: z.array(session).describe('The seats, in the order of the topology.'),
});
