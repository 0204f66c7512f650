import * as z from 'zod';
import { count, stamped, taskId, timestamp } from './fields.ts';

/** Work units by agent: the two that the contract names are always there, others where they work. */
const units = z
  .object({ claude: count.describe('Those of claude.'), codex: count.describe('Those of codex.') })
  .catchall(count);

export const mixPolicySchema = z.strictObject({
  target: units.describe('The share of each agent that is aimed at.'),
  unit: z.literal('work_unit').describe('What is counted.'),
  window: z
    .strictObject({
      type: z.literal('rolling_tasks').describe('The newest entries count, older ones fall out.'),
      size: z.int().min(1).describe('How many entries count.'),
    })
    .describe('How far back is counted.'),
  max_allowed_skew_wu: count.describe('How many work units the mix may be off its target.'),
  quota_explanation: z.string().optional().describe('Why the target is what it is, where a person said so.'),
});

/** agent_mix.json, version 2: who did how much. */
export const agentMixSchema = z.strictObject({
  schema_version: z.literal(2).describe('Version of this file.'),
  ...stamped,
  policy: mixPolicySchema.describe('What mix is aimed at.'),
  rolling: units.describe('Work units of each agent within the window.'),
  ledger: z
    .array(
      z.strictObject({
        agent: z.string().min(1).describe('The agent that did it.'),
        task_id: taskId.nullable().describe('The task that it was done for; null when nobody noted it.'),
        wu: count.describe('How many work units it counts.'),
        at: timestamp.describe('When it was done.'),
      }),
    )
    .describe('The units within the window, oldest first.'),
});
