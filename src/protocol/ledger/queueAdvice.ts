import * as z from 'zod';
import { stamped, taskId } from './fields.ts';

const lane = z.enum(['parallel-safe', 'review-only', 'serial-gated']);
const texts = z.array(z.string());

/** queue_recommendations.json, version 1: tasks that somebody may want in the queue. */
export const queueRecommendationsSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  recommendations: z
    .array(
      z.strictObject({
        title: z.string().min(1).describe('What is to be done, the same each time that it is seen.'),
        status: z.literal('backlog').describe('The status that it would begin with.'),
        priority: z.string().regex(/^P\d$/).describe('P0 is the first.'),
        owner_role: z.string().min(1).describe('Who is to do it.'),
        lane: lane.describe('Beside what it could be worked on.'),
        goal: z.string().min(1).describe('How one knows that it is done.'),
        trigger: z.string().min(1).describe('What was seen.'),
        reason: z.string().min(1).describe('The same in words.'),
        proposed_by_agent: z.boolean().describe('An agent wrote it: no switch puts it into the queue.'),
        claims: texts.describe('Files that it would change.'),
        acceptance: texts.describe('What has to hold.'),
        validation: texts.describe('Commands that show it.'),
      }),
    )
    .describe('The most urgent first.'),
});

/** backlog_handoff_queue.json, version 1: every task of the backlog. */
export const backlogHandoffSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  tasks: z
    .array(
      z.strictObject({
        task_id: taskId.describe('The task.'),
        title: z.string().describe('Its title.'),
        status: z.literal('backlog').describe('Its status.'),
        plan: z.string().nullable().describe('Its plan; null without one.'),
        hydrated_plan: z.literal(false).describe('Nothing is written to look at a task.'),
        handoff_source: z.string().nullable().describe('Where its hand-over notes stand.'),
        handoff_heading: z.string().nullable().describe('The heading of its hand-over notes.'),
        missing_fields: texts.describe('What its notes lack.'),
        invalid_fields: texts.describe('What in its notes says nothing.'),
        ready_for_handoff: z.boolean().nullable().describe('Nothing is missing; null where its plan can not be read.'),
        next_action: z.string().min(1).describe('What a person could do next.'),
      }),
    )
    .describe('In the order of the queue.'),
});
