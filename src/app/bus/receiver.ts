import { parsePayload, type BusPayload, type Unreadable } from '../../protocol/bus.ts';
import { jobOfTopic } from '../../protocol/busTopics.ts';
import type { BusMessage } from '../ports/bus.ts';
import type { JobKeys } from '../ports/jobKeys.ts';

/** Why a message is not believed. */
export type Refusal =
  | Unreadable
  /** About another job than its topic, or than was asked for. */
  | 'foreign'
  | 'badSignature'
  /** Older than anything that is remembered of its job: it was kept back and sent again. */
  | 'replay';

export interface Received {
  readonly payload: BusPayload;
  /** Something that came before it was newer. */
  readonly late: boolean;
  /** Numbers of its job that were passed over and may still come. */
  readonly missing: number;
}

/** `null`: it was there already, which at least once means; or it is about no job. */
type Answer =
  | { readonly kind: 'taken'; readonly received: Received }
  | { readonly kind: 'refused'; readonly why: Refusal }
  | null;

/** Jobs, and numbers of each, that are remembered; whatever is older is taken for a replay. */
const mostJobs = 1000;
const mostNumbers = 2000;

interface Seen {
  /** Numbers with their attempt, of events and of states apart. */
  readonly ids: Set<string>;
  /** Everything up to here is known, or too old to be believed. */
  floor: number;
  newest: number;
}

interface Hearing {
  /** The one job that is asked for; null for all. */
  readonly job?: string | null;
  /** Whether a job is one of this repository, as far as is known: others on a shared broker have keys of their own. */
  readonly isOurs?: (job: string) => boolean;
}

export interface Receiver {
  take(message: BusMessage): Answer;
}

/**
 * Believes a message about a job only if it was signed with that job's key, is whole, new, and about the job of its
 * topic. Whatever a broker does with true messages, keeping them back, turning their order or sending them again, each
 * is taken once. Memory is bounded, however many jobs are made up.
 */
export function createReceiver(
  keys: Pick<JobKeys, 'sign' | 'hash' | 'fits'>,
  { job = null, isOurs = () => true }: Hearing = {},
): Receiver {
  const jobs = new Map<string, Seen>();
  const refused = (why: Refusal): Answer => ({ kind: 'refused', why });
  return {
    take: ({ topic, body }) => {
      const about = jobOfTopic(topic);
      if (!about) return null;
      if (job !== null && about.job !== job) return refused('foreign');
      const read = parsePayload(body);
      if (!read.ok) return refused(read.error);
      const { payload, signed } = read.value;
      if (payload.job_id !== about.job || (payload.event === 'state') !== (about.kind === 'state'))
        return refused('foreign');
      // Compared by their hashes, so that how much of it is right takes no time to tell.
      if (!keys.fits(payload.data.hmac_sig, keys.hash(keys.sign(about.job, signed))))
        return refused(isOurs(about.job) ? 'badSignature' : 'foreign');
      const seen = remember(jobs, about.job);
      const id = `${about.kind}/${payload.data.attempt}/${payload.seq}`;
      if (seen.ids.has(id)) return null;
      if (payload.seq <= seen.floor) return refused('replay');
      return { kind: 'taken', received: note(seen, id, payload) };
    },
  };
}

function note(seen: Seen, id: string, payload: BusPayload): Received {
  const { seq } = payload;
  const late = seq < seen.newest;
  const isFirst = seen.newest === 0;
  const missing = late || isFirst || payload.event === 'state' ? 0 : Math.max(0, seq - seen.newest - 1);
  seen.ids.add(id);
  seen.newest = Math.max(seen.newest, seq);
  if (seen.ids.size > mostNumbers) forgetOldest(seen);
  return { payload, late, missing };
}

/** The half that came first goes, and nothing up to its newest number is believed again. */
function forgetOldest(seen: Seen): void {
  const old = [...seen.ids].slice(0, mostNumbers / 2);
  for (const id of old) seen.ids.delete(id);
  for (const id of old) seen.floor = Math.max(seen.floor, Number(id.split('/')[2]));
}

/** The one that was looked at longest ago makes room. Only true messages get here, so that nobody can push one out. */
function remember(jobs: Map<string, Seen>, job: string): Seen {
  const seen = jobs.get(job) ?? { ids: new Set<string>(), floor: 0, newest: 0 };
  jobs.delete(job);
  jobs.set(job, seen);
  const [oldest] = jobs.keys();
  if (jobs.size > mostJobs && oldest !== undefined) jobs.delete(oldest);
  return seen;
}
