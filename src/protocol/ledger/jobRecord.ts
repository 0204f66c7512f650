import * as z from 'zod';
import { topicId } from '../busTopics.ts';
import { count, stamped, timestamp } from './fields.ts';

const jobId = z.string().regex(topicId);
const status = z.enum(['pending', 'running', 'completed', 'error', 'cancelled']);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const attempt = z.strictObject({
  attempt: z.int().min(1).describe('Counted from 1.'),
  began_at: timestamp.describe('When it was given out.'),
  started_at: timestamp.nullable().describe('When its agent said anything for the first time.'),
  delivery: z
    .enum(['waiting', 'sending', 'delivered', 'not-delivered'])
    .describe('How its prompt got to the agent; sending may have got there.'),
  delivered_by: z
    .enum(['hook', 'echo', 'turn', 'argument', 'started'])
    .nullable()
    .describe('How it is known that the prompt got there.'),
  session_generation: z.int().min(1).describe('Which process of its session it was given to.'),
  waits_for: z.string().nullable().describe('What its agent asks a leave for.'),
  report_sha256: sha256.nullable().describe('Hash of the report that was seen last.'),
  report_manifest: z.boolean().describe('Whether that report came with a manifest of this attempt.'),
  verdict: z.enum(['pass', 'not pass']).nullable().describe('The verdict of that report, for a review.'),
  would_complete_at: timestamp.nullable().describe('When everything for an end was seen and only noted.'),
  contradictions: count.describe('Words after its end that say otherwise.'),
  status: status.describe('How it ended, or that it runs.'),
  ended_at: timestamp.nullable().describe('When it ended.'),
  ended_by: z
    .enum(['agent', 'watcher', 'person', 'host'])
    .nullable()
    .describe('Whose word ended it: watcher is what was inferred.'),
  grounds: z.array(z.string()).describe('Why its end was believed.'),
  problem: z.string().nullable().describe('What went wrong, as a code of MAM.'),
});

/** .mam/jobs/<job>.json: the record of a delegated job. It holds no token, no key and no broker. */
export const jobRecordSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  job_id: jobId.describe('The job.'),
  status: status.describe('How it stands.'),
  kind: z.enum(['work', 'review']).describe('A review ends with a verdict line.'),
  created_at: timestamp.describe('When it was handed in.'),
  updated_at: timestamp.describe('When something happened to it last.'),
  prompt: z.string().describe('What is asked, redacted.'),
  agent: z.string().describe('The agent that does it.'),
  agent_session: z.string().describe('Id of the session that does it.'),
  role: z.string().nullable().describe('The role in which it is done.'),
  task_id: z.string().nullable().describe('The task of the queue that it is for.'),
  workdir: z.string().describe('Where it is done; masked where it is outside of the repository.'),
  claims: z.array(z.string()).describe('Globs that it may write.'),
  outside: z.boolean().describe('Whether it reaches outside, so that nothing inferred ends it.'),
  topic_prefix: z.string().describe('What its topics on a message broker begin with.'),
  timeout_sec: z.number().min(0).describe('Awake seconds that an attempt has; 0 is no limit.'),
  idle_timeout_sec: z.number().min(0).describe('Awake seconds without a sign; 0 is no limit.'),
  expected_artifacts: z.array(z.string()).describe('What has to be there at its end.'),
  last_seq: count.describe('Number of the newest message about it.'),
  attempts: z.array(attempt).describe('Its newest attempts, oldest first.'),
});

/** .mam/delegate_job_logs/<job>/meta.json: what it is, from beginning to end. */
export const jobMetaSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  job_id: jobId.describe('The job.'),
  kind: z.enum(['work', 'review']).describe('A review ends with a verdict line.'),
  created_at: timestamp.describe('When it was handed in.'),
  agent: z.string().describe('The agent that does it.'),
  agent_session: z.string().describe('Id of the session that does it.'),
  role: z.string().nullable().describe('The role in which it is done.'),
  task_id: z.string().nullable().describe('The task of the queue that it is for.'),
  topic_prefix: z.string().describe('What its topics on a message broker begin with.'),
  record: z.string().describe('Its record, relative to the root of the repository.'),
});

/** .mam/delegate_job_logs/<job>/status.json: how it stands, in short. */
export const jobStatusSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  job_id: jobId.describe('The job.'),
  status: status.describe('How it stands.'),
  attempt: count.describe('Its newest attempt; 0 before the first.'),
  updated_at: timestamp.describe('When something happened to it last.'),
  last_seq: count.describe('Number of the newest message about it.'),
  last_word: z.string().nullable().describe('What its agent said last: started, progress and so on.'),
  brief: z.string().nullable().describe('The brief of that attempt, relative to the root of the repository.'),
  report: z.string().nullable().describe('Where the report of that attempt counts, relative to the same.'),
});

/** One line of .mam/delegate_job_logs/<job>/events.ndjson. */
export const jobLineSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this line.'),
  seq: z.int().min(1).describe('The event of the log; it rises from line to line.'),
  job_id: jobId.describe('The job.'),
  event: z.string().describe('The contract’s name where it has one, else the name in the log.'),
  type: z.string().describe('The name in the log.'),
  timestamp: timestamp.describe('When it was recorded.'),
  actor: z.string().describe('Who caused it.'),
  attempt: count.describe('The attempt that it is about; 0 for the job itself.'),
  detail: z.string().describe('What was said, redacted.'),
  data: z.record(z.string(), z.unknown()).describe('The rest of it, without any token.'),
});
