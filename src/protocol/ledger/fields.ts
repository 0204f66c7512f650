import * as z from 'zod';
import { taskIdForm } from '../../core/task/taskId.ts';

/** UTC in whole seconds, as the ledger writes it. */
export const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);

/** The id of a task of the queue. */
export const taskId = z.string().regex(taskIdForm);

export const sessionId = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

/** A count that never falls below nothing. */
export const count = z.int().min(0);

/** What every JSON file of the ledger carries beside its own fields. */
export const stamped = {
  generated_at: timestamp.describe('When the file was written, in UTC.'),
  mam: z
    .strictObject({
      seq: count.describe('The newest event of the log that the file shows.'),
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .describe('The hash of that event in the chain of the log.'),
    })
    .describe('The mark of MAM. A file without it was written by another tool and is never written over.'),
} as const;
