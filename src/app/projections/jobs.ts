import { fill } from '../../base/problem.ts';
import type { Attempt, DelegatedJob } from '../../core/delegation/types.ts';
import { jobTopics } from '../../protocol/busTopics.ts';
import { ledgerJson, type Stamp } from './json.ts';

/** Files of delegated jobs, relative to `.mam`. */
export const jobFolders = { records: 'jobs', logs: 'delegate_job_logs' } as const;

/** The log of a job, relative to the same. */
export const jobLogPath = (job: string): string => `${jobFolders.logs}/${job}/events.ndjson`;

/** What is shown of a job, apart from its log: relative path and text of each file. No token, key or hash of one is in them. */
export const jobFilesOf = (job: DelegatedJob, stamp: Stamp): readonly (readonly [path: string, text: string])[] => [
  [`${jobFolders.records}/${job.id}.json`, ledgerJson(record(job), stamp)],
  [`${jobFolders.logs}/${job.id}/meta.json`, ledgerJson(meta(job), stamp)],
  [`${jobFolders.logs}/${job.id}/status.json`, ledgerJson(status(job), stamp)],
];

const topicPrefix = ({ id }: DelegatedJob): string => `${jobTopics}/${id}`;

const record = (job: DelegatedJob): Readonly<Record<string, unknown>> => ({
  schema_version: 1,
  job_id: job.id,
  status: job.status,
  kind: job.kind,
  created_at: job.createdAt,
  updated_at: job.updatedAt,
  prompt: job.prompt,
  agent: job.agent,
  agent_session: job.session,
  role: job.role,
  task_id: job.task,
  workdir: job.workdir,
  claims: job.claims,
  outside: job.outside,
  topic_prefix: topicPrefix(job),
  timeout_sec: job.timeoutMs / 1000,
  idle_timeout_sec: job.idleTimeoutMs / 1000,
  expected_artifacts: job.expectedArtifacts,
  last_seq: job.messages,
  attempts: job.attempts.map(attemptRecord),
});

const attemptRecord = (attempt: Attempt): Readonly<Record<string, unknown>> => {
  const { delivery, report, ended } = attempt;
  return {
    attempt: attempt.attempt,
    began_at: attempt.beganAt,
    started_at: attempt.startedAt,
    delivery: delivery.kind === 'notDelivered' ? 'not-delivered' : delivery.kind,
    delivered_by: delivery.kind === 'delivered' ? delivery.by : null,
    session_generation: attempt.generation,
    waits_for: attempt.permission?.text ?? null,
    report_sha256: report?.sha256 ?? null,
    report_manifest: report?.manifest ?? false,
    verdict: report?.verdict === 'notPass' ? 'not pass' : (report?.verdict ?? null),
    would_complete_at: attempt.wouldComplete?.at ?? null,
    contradictions: attempt.contradictions,
    status: ended?.status ?? 'running',
    ended_at: ended?.at ?? null,
    ended_by: ended?.by ?? null,
    grounds: (ended ?? attempt.wouldComplete)?.grounds ?? [],
    problem: ended?.problem ? fill(ended.problem.text, ended.problem.params) : null,
  };
};

const meta = (job: DelegatedJob): Readonly<Record<string, unknown>> => ({
  schema_version: 1,
  job_id: job.id,
  kind: job.kind,
  created_at: job.createdAt,
  agent: job.agent,
  agent_session: job.session,
  role: job.role,
  task_id: job.task,
  topic_prefix: topicPrefix(job),
  record: `.mam/${jobFolders.records}/${job.id}.json`,
});

const status = (job: DelegatedJob): Readonly<Record<string, unknown>> => {
  const attempt = job.attempts.at(-1);
  const folder = attempt ? `.mam/${jobFolders.records}/${job.id}/${attempt.attempt}` : null;
  return {
    schema_version: 1,
    job_id: job.id,
    status: job.status,
    attempt: attempt?.attempt ?? 0,
    updated_at: job.updatedAt,
    last_seq: job.messages,
    last_word: attempt?.signal?.kind ?? null,
    brief: folder === null ? null : `${folder}/brief.md`,
    report: folder === null ? null : `${folder}/report.md`,
  };
};
