import * as z from 'zod';
import { jobSignals, mostEventText } from '../core/job/signals.ts';
import { redactAll } from '../core/privacy/redactLine.ts';
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

/** What is shown to speak for an attempt of a job, or for a session's process. */
const token = z.string().regex(/^[A-Za-z0-9_-]{20,128}$/);

/** Characters of what an event tells beside its text, as JSON. */
const mostData = 16_000;

const spoolEvent = z.discriminatedUnion('type', [
  z.object({
    v: z.literal(2),
    type: z.literal('jobEvent'),
    job: text(1, 64),
    attempt: z.int().min(1),
    token,
    /** The sender's counter: a message of an attempt counts once, and none that is older than one before it. */
    seq: z.int().min(1),
    kind: z.enum(jobSignals),
    text: text(0, mostEventText).default(''),
    data: z
      .record(z.string(), z.json())
      .refine((data) => JSON.stringify(data).length <= mostData, `more than ${mostData} characters`)
      .transform((data) => z.record(z.string(), z.json()).parse(redactAll(data)))
      .optional(),
  }),
  z.object({
    v: z.literal(2),
    type: z.literal('sessionHook'),
    session: id,
    generation: z.int().min(1),
    token,
    agent: id,
    /** The agent's own name of what happened. */
    hook: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
    /** What the agent's CLI gave its hook, as it is. */
    payload: z.string().max(4_000_000),
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

/** What may be dropped into the spool: an agent's word about its own job, a hook of a session, or a seat's heartbeat. */
export type SpoolEvent = z.infer<typeof spoolEvent>;

/**
 * Reads a message. A hook's may be two parts: one line of JSON without the payload, and the payload as it came, so that
 * a shell can write it.
 */
export function parseSpoolEvent(given: string): Result<SpoolEvent, string> {
  const value = parseParts(given) ?? parseJson(given);
  // The parser's own words would quote what it could not read.
  if (value === undefined) return err('not JSON');
  if (old.safeParse(value).success)
    return err('version 1 of a job’s event shows no token, so nobody knows whose it is');
  const parsed = spoolEvent.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(z.prettifyError(parsed.error));
}

/** How a job's event was told before it had to show a token. */
const old = z.object({ v: z.literal(1), type: z.literal('jobEvent') });

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function parseParts(given: string): unknown {
  const end = given.indexOf('\n');
  const head = end === -1 ? undefined : parseJson(given.slice(0, end));
  const isHead = typeof head === 'object' && head !== null && 'type' in head && head.type === 'sessionHook';
  return isHead && !('payload' in head) ? { ...head, payload: given.slice(end + 1) } : undefined;
}
