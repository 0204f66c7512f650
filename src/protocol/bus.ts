import * as z from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import { topicId } from './busTopics.ts';
import { canonicalJson } from './canonicalJson.ts';

/** What a message may have at most, in UTF-16 units; nobody has to read more to know that it is none of ours. */
export const longestMessage = 64 * 1024;
export const longestDetail = 1000;

const busEvents = [
  'submitted',
  'begun',
  'started',
  'progress',
  'permission_required',
  'permission_answered',
  'said_completed',
  'said_error',
  'completed',
  'error',
  'cancelled',
  'state',
] as const;

const data = z.object({
  /** Counted from 1; 0 for what happens to a job before its first try. */
  attempt: z.int().min(0),
  status: z.enum(['pending', 'running', 'completed', 'error', 'cancelled']),
  /** Whose word it is: the agent's own, what was inferred, a person's, or MAM's. */
  source: z.enum(['agent', 'watcher', 'person', 'host']),
  /** Why an inferred end was believed. */
  grounds: z.array(z.string().max(200)).max(20).optional(),
  report_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  verdict: z.enum(['pass', 'not pass']).optional(),
  hmac_sig: z.string().regex(/^[0-9a-f]{64}$/),
});

const payload = z.object({
  schema_version: z.literal(1),
  /** Counted from 1 for each job, over all of its attempts. */
  seq: z.int().min(1),
  job_id: z.string().regex(topicId),
  event: z.enum(busEvents),
  /** When it happened by MAM's clock, not when it was sent. Only to be shown. */
  timestamp: z.string().max(40),
  detail: z.string().max(longestDetail),
  data,
});

/** A message about a job as it is published. A receiver drops what it saw before by (job, attempt, seq). */
export type BusPayload = z.infer<typeof payload>;
export type UnsignedPayload = Omit<BusPayload, 'data'> & { readonly data: Omit<BusPayload['data'], 'hmac_sig'> };

export type Unreadable = 'tooLarge' | 'malformed' | 'unknownVersion';

/**
 * The text that is signed: a line that says what it is, and the canonical JSON of the whole message as it was received,
 * fields that this version doesn't know included, but for `data.hmac_sig`. Null for what can't be written so.
 */
export function signedText(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const unsigned = Object.entries(message).map(([name, held]) => [
    name,
    name === 'data' ? withoutSignature(held) : held,
  ]);
  const text = canonicalJson(Object.fromEntries(unsigned));
  return text === null ? null : `mam-bus-1\n${text}`;
}

/** Signs a message with what `sign` makes of its text. */
export function signPayload(message: UnsignedPayload, sign: (text: string) => string): BusPayload {
  const text = signedText(message);
  if (text === null) throw new Error(`a message about ${message.job_id} has no canonical form`);
  return { ...message, data: { ...message.data, hmac_sig: sign(text) } };
}

/** Reads a message and the text that its signature is of. Who has not compared them knows nothing of the job yet. */
export function parsePayload(
  body: string,
): Result<{ readonly payload: BusPayload; readonly signed: string }, Unreadable> {
  if (body.length > longestMessage) return err('tooLarge');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return err('malformed');
  }
  if (versionOf(value) !== 1) return err(versionOf(value) === undefined ? 'malformed' : 'unknownVersion');
  const read = payload.safeParse(value);
  const signed = signedText(value);
  return read.success && signed !== null ? ok({ payload: read.data, signed }) : err('malformed');
}

const versionOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'schema_version' in value ? value.schema_version : undefined;

const withoutSignature = (held: unknown): unknown =>
  typeof held === 'object' && held !== null && !Array.isArray(held)
    ? Object.fromEntries(Object.entries(held).filter(([name]) => name !== 'hmac_sig'))
    : held;

/** What a publisher says of itself, kept by the broker. It says nothing about any job, and nothing may be made of it. */
export const presenceText = (state: 'observable' | 'unobservable'): string =>
  JSON.stringify({ schema_version: 1, publisher: state });
