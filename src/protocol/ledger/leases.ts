import * as z from 'zod';
import { sessionId, stamped, taskId, timestamp } from './fields.ts';

const inspection = z.strictObject({
  state: z
    .enum(['clean', 'missing-worktree', 'inspection-failed', 'detached-worktree', 'dirty-worktree'])
    .describe('How the worktree was found.'),
  worktree: z.string().describe('The worktree that was looked at.'),
  branch: z.string().optional().describe('The branch that it was on.'),
});

const lease = z.strictObject({
  lease_id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(60)
    .describe('Made from task, issue and branch.'),
  status: z.enum(['active', 'recovery-needed', 'expired']).describe('Whether it holds; what needs recovery holds too.'),
  lease_type: z.literal('write').describe('The one kind of lease that there is.'),
  active_agent: z.string().min(1).nullable().describe('The agent that writes under it now.'),
  active_agent_since: timestamp.optional().describe('Since when it does.'),
  task_id: taskId.nullable().describe('The task that it is for.'),
  issue: z
    .string()
    .regex(/^\d{1,10}$/)
    .nullable()
    .describe('The issue that it is for.'),
  branch: z.string().describe('The branch that it is for; unknown without one.'),
  worktree: z.string().min(1).describe('Where it is written, relative to the root of the repository.'),
  claimed_files: z.array(z.string().min(1)).describe('Files and globs that nobody else may write.'),
  owner_session: sessionId.describe('The seat that holds it.'),
  owner_role: z.string().min(1).describe('The role of that seat.'),
  expires_at: timestamp.describe('When it lapses unless it is renewed and while the machine is awake.'),
  recovery_command: z.string().describe('What to run when it needs a person.'),
  inspection: inspection.optional().describe('What was found when it lapsed.'),
  recovery_reason: z
    .enum(['missing-worktree', 'inspection-failed', 'detached-worktree', 'dirty-worktree'])
    .optional()
    .describe('Why it needs a person.'),
});

/** leases.json, version 1: who may write what. */
export const leasesSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  leases: z.array(lease).describe('All leases that hold or need a person.'),
});
