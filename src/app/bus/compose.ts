import { withoutPaths } from '../../core/privacy/anyPath.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { JobMessage } from '../../core/delegation/messages.ts';
import { longestDetail, signPayload, type UnsignedPayload } from '../../protocol/bus.ts';
import { eventsTopic, stateTopic } from '../../protocol/busTopics.ts';
import type { BusMessage } from '../ports/bus.ts';
import type { JobKeys } from '../ports/jobKeys.ts';
import { withoutTokens } from '../withoutTokens.ts';

const longestGround = 200;
const mostGrounds = 20;

/**
 * A message about a job as brokers get it: without paths, secrets and the tokens of the job, short, and signed with the
 * key of the job. The same message gives the same text as long as the settings are the same.
 */
export function composeMessage(message: JobMessage, keys: JobKeys, privacy: Privacy): BusMessage {
  const { job, attempt, seq, news, at, status, source, grounds, report, verdict } = message;
  // An agent knows the token of its attempt, and may say it.
  const tokens = attempt === 0 ? [] : [keys.jobToken(job, attempt)];
  const clean = (text: string, most: number): string =>
    cut(withoutPaths(privacy.redact(withoutTokens(text, tokens))), most);
  const unsigned: UnsignedPayload = {
    schema_version: 1,
    seq,
    job_id: job,
    event: news,
    timestamp: at,
    detail: clean(message.text, longestDetail),
    data: {
      attempt,
      status,
      source,
      ...(grounds.length === 0
        ? {}
        : { grounds: grounds.slice(0, mostGrounds).map((one) => clean(one, longestGround)) }),
      ...(report === null ? {} : { report_sha256: report }),
      ...(verdict === null ? {} : { verdict: verdict === 'pass' ? 'pass' : 'not pass' }),
    },
  };
  const body = JSON.stringify(signPayload(unsigned, (text) => keys.sign(job, text)));
  return news === 'state'
    ? { topic: stateTopic(job), body, retain: true }
    : { topic: eventsTopic(job), body, retain: false };
}

/** No character is cut in two. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
