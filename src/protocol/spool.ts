import * as z from 'zod';
import { redactSecrets } from '../core/privacy/secrets.ts';
import { err, ok, type Result } from '../base/result.ts';
import { taskIdForm } from '../core/task/taskId.ts';

/** Whoever hands a text in may have put a secret anywhere. What was cleaned is as short as it must be, so that it can be handed in. */
const text = (least: number, most: number) =>
  z
    .string()
    .min(least)
    .max(most)
    .transform((given) => redactSecrets(given).slice(0, most));

/** An id stays one. */
const id = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/)
  .transform((given) =>
    redactSecrets(given)
      .replaceAll(/[^A-Za-z0-9._-]/g, '_')
      .slice(0, 64),
  );

/** A week: whoever says more says that it is never overdue. */
const mostTtlMinutes = 7 * 24 * 60;

const spoolEvent = z.discriminatedUnion('type', [
  z.object({
    v: z.literal(1),
    type: z.literal('jobEvent'),
    job: text(1, 64),
    kind: z.enum(['started', 'progress', 'permission_required', 'completed', 'error']),
    text: text(0, 4000).default(''),
  }),
  z.object({
    v: z.literal(1),
    type: z.literal('heartbeat'),
    session: id,
    role: text(1, 100),
    task: z.string().regex(taskIdForm).nullable().default(null),
    status: text(1, 100),
    agent: text(0, 64).nullable().default(null),
    ttlMinutes: z.int().min(1).max(mostTtlMinutes).optional(),
  }),
]);

/** What may be dropped into the spool: an agent's word about its own job, or a session's heartbeat. */
export type SpoolEvent = z.infer<typeof spoolEvent>;

export function parseSpoolEvent(json: string): Result<SpoolEvent, string> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The parser's own words would quote what it could not read.
    return err('not JSON');
  }
  const parsed = spoolEvent.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(z.prettifyError(parsed.error));
}
