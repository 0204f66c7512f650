import * as z from 'zod';
import { redactSecrets } from '../core/privacy/secrets.ts';
import { err, ok, type Result } from '../base/result.ts';

const short = z.string().max(4000).transform(redactSecrets);

const spoolEvent = z.discriminatedUnion('type', [
  z.object({
    v: z.literal(1),
    type: z.literal('jobEvent'),
    job: z.string().min(1).max(64),
    kind: z.enum(['started', 'progress', 'permission_required', 'completed', 'error']),
    text: short.default(''),
  }),
  z.object({
    v: z.literal(1),
    type: z.literal('heartbeat'),
    session: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
    role: z.string().min(1).max(100),
    task: z
      .string()
      .regex(/^T-\d{4}-\d{4}$/)
      .nullable()
      .default(null),
    status: z.string().min(1).max(100).transform(redactSecrets),
    agent: z.string().max(64).nullable().default(null),
  }),
]);

/** What may be dropped into the spool: an agent's word about its own job, or a session's heartbeat. */
export type SpoolEvent = z.infer<typeof spoolEvent>;

export function parseSpoolEvent(text: string): Result<SpoolEvent, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err(error instanceof Error ? error.message : 'not JSON');
  }
  const parsed = spoolEvent.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(z.prettifyError(parsed.error));
}
