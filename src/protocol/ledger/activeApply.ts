import * as z from 'zod';
import { stamped, taskId } from './fields.ts';

/** active_apply_state.json, version 1: the newest handed-in patch that is on its branch. */
export const activeApplySchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  execute: z.literal(true).describe('It was done: what is only checked is not recorded.'),
  decision: z.literal('applied').describe('How it ended.'),
  task_id: taskId.describe('The task of the patch.'),
  integration_branch: z.string().min(1).describe('The branch that it is on.'),
  head: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .describe('The commit that it became.'),
  patch: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of its task and its diff: the same patch is taken once.'),
  applied: z.literal(true).describe('Whether the patch is there.'),
  blockers: z.array(z.string()).describe('What kept it: nothing.'),
  warnings: z.array(z.string()).describe('What a person should know: nothing.'),
});
