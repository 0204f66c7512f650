import * as z from 'zod';
import { count, stamped, taskId } from './fields.ts';

const words = z.array(z.string());

/** loop_state.json, version 1: where the work on a change stands. */
export const loopStateSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  task: z
    .strictObject({
      id: taskId.describe('The id in the queue.'),
      title: z.string().describe('The title in the queue.'),
      status: z.string().describe('The status in the queue.'),
      owner_role: z.string().nullable().describe('Who the queue gives it to; null when it says nobody.'),
      handoff_ok: z
        .boolean()
        .nullable()
        .describe('Whether its hand-over notes are complete; null when nobody could tell.'),
      handoff_missing: words.describe('Fields of the notes that are not there.'),
      handoff_invalid: words.describe('Fields of the notes that say nothing.'),
    })
    .nullable()
    .describe('The task; null when the queue has none for the change.'),
  pr: z.string().nullable().describe('Number of the open pull request of the branch.'),
  gate: z
    .strictObject({
      gate: z
        .enum([
          'orientation',
          'handoff',
          'implementation-or-review',
          'manual-gated-task',
          'serial-task-selection',
          'review-followup',
          'claim-boundary',
        ])
        .describe('Its name.'),
      severity: z.enum(['low', 'medium', 'high', 'critical']).describe('How much depends on it.'),
      signals: words.describe('What it was seen by.'),
      next_safe_command: z.string().describe('What can be run without any danger.'),
    })
    .describe('The question that has to be answered next.'),
  surface: z
    .strictObject({
      surface: z.string().describe('The main surface.'),
      confidence: z.enum(['high', 'medium', 'low']).describe('How clear that is.'),
      reviewer_type: z.string().describe('Who is best to review it.'),
      additional_surfaces: words.describe('The other surfaces, by priority.'),
      matched_files: words.describe('The changed files.'),
      disallowed_claims: words.describe('Kinds of results that nothing may be claimed about for such a change.'),
    })
    .describe('What the change touches.'),
  validation_suggestions: words.describe('Commands that would check it.'),
  artifacts: z.record(z.string(), z.boolean()).describe('Whether each report exists, by its path.'),
  freshness: z
    .array(
      z.strictObject({
        path: z.string().describe('The report.'),
        age_days: count.nullable().describe('Whole days since it was made; null when it does not say so.'),
        stale: z.boolean().describe('Older than a week.'),
        current_output: z.boolean().describe('Made together with this file.'),
      }),
    )
    .describe('The reports that exist.'),
  manifest: z
    .strictObject({
      exists: z.boolean().describe('Whether there is one.'),
      current: z.boolean().describe('Whether it is of this change.'),
      reason: z.string().describe('Why.'),
    })
    .describe('The list of generated files.'),
  continuation: z
    .strictObject({
      status: z.enum(['blocked', 'repair-needed', 'ready-for-preflight']).describe('How the work stands.'),
      can_auto_continue: z.boolean().describe('Whether it can go on without a person.'),
      current_branch: z.string().describe('The branch of the change.'),
      branch_issue: z.string().nullable().describe('The issue that it is for.'),
      task_id: z.string().nullable().describe('The task that it is for.'),
      pr: z.string().nullable().describe('Number of its open pull request.'),
      surface: z.string().describe('The main surface.'),
      blockers: words.describe('Names of what stops it.'),
      warnings: words.describe('Names of what should be mended first.'),
      next_safe_command: z.string().describe('What can be run without any danger.'),
      commands: words.describe('What to run, in order.'),
    })
    .describe('Whether the work can go on by itself.'),
});
