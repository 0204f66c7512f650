import * as z from 'zod';
import { count, sessionId, stamped, taskId } from './fields.ts';

/** patch_artifact.json, version 1: what the newest write lane proposes. */
export const patchArtifactSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  task_id: taskId.nullable().describe('The task of the patch; empty where nobody knew one.'),
  session_id: sessionId.describe('The seat that writes.'),
  role: z.string().min(1).describe('Its role.'),
  agent: z.string().min(1).describe('The agent that wrote, or was to.'),
  base: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .nullable()
    .describe('The commit that the work started from.'),
  scratch_branch: z.string().nullable().describe('The worktree of the lane, which is on no branch and is gone.'),
  verdict: z
    .enum(['proposed', 'empty', 'blocked', 'error'])
    .describe('Only a proposed patch may be applied. While a lane is at work it is blocked.'),
  summary: z.string().describe('What came of it, and why nothing where nothing did.'),
  files: z.array(z.string().min(1)).describe('The files that the patch changes.'),
  diffstat: z
    .strictObject({
      files_changed: count.describe('How many files.'),
      insertions: count.describe('Added lines.'),
      deletions: count.describe('Removed lines.'),
    })
    .describe('How much it changes.'),
  diff: z.string().describe('The patch byte for byte; empty unless it is proposed.'),
  wu: z.union([z.literal(0), z.literal(1)]).describe('How many work units it counts.'),
  needs_human_selection: z
    .literal(true)
    .optional()
    .describe('Several workers of a team propose something, and a person has to choose one of them.'),
  worker_count: count.optional().describe('How many of them there are.'),
  privacy_scrubbed: z.boolean().describe('Whether nothing private was found in what the lane left.'),
});
