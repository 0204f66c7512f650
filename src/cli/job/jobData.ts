import { problemData, type Translate } from '../../base/problem.ts';
import { attemptFiles } from '../../app/delegation/attemptFiles.ts';
import { statusOf } from '../../core/agentSession/status.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import { missingFor } from '../../core/delegation/completion.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { State } from '../../core/state.ts';
import { statusData } from '../session/sessionData.ts';

/** The jobs of a repository, and the awake time there. */
interface Jobs {
  readonly state: State;
  readonly awakeMs: () => number;
  readonly privacy: Pick<Privacy, 'redact'>;
}

/** A delegated job in JSON, without its tokens, with all that it is still short of to count as done at a time. */
export function jobData({ state, awakeMs, privacy }: Jobs, job: DelegatedJob, at: string) {
  const session = state.agentSessions[job.session];
  const plane = session?.controlPlane;
  const { id, status, kind, agent, role, prompt, workdir, claims, outside, createdAt, updatedAt, task } = job;
  return {
    job: id,
    status,
    kind,
    session: job.session,
    session_name: session?.name ?? null,
    agent,
    role,
    task,
    prompt: privacy.redact(prompt),
    workdir,
    claims,
    outside,
    timeout_sec: job.timeoutMs / 1000,
    idle_timeout_sec: job.idleTimeoutMs / 1000,
    created_at: createdAt,
    updated_at: updatedAt,
    session_status: session ? statusData(statusOf(state, session, at)) : null,
    registry_dir: plane?.mamJobsDir ?? null,
    logs_dir: plane?.delegateJobLogsDir ?? null,
    missing: missingFor(state, job, { at, awakeMs: awakeMs() }).map(problemData),
    attempts: job.attempts.map((one) => ({
      attempt: one.attempt,
      generation: one.generation,
      conversation: one.conversation,
      began_at: one.beganAt,
      started_at: one.startedAt,
      delivery:
        one.delivery.kind === 'notDelivered'
          ? { ...one.delivery, problem: problemData(one.delivery.problem) }
          : one.delivery,
      signal: one.signal && { kind: one.signal.kind, text: one.signal.text, at: one.signal.at },
      permission: one.permission,
      ...filesOf(plane?.mamJobsDir ?? null, id, one.attempt),
      report: one.report,
      would_complete: one.wouldComplete,
      ended: one.ended && { ...one.ended, problem: one.ended.problem && problemData(one.ended.problem) },
    })),
  };
}

/** Where the brief of an attempt stands, and where its report belongs. */
function filesOf(jobs: string | null, job: string, attempt: number) {
  const files = jobs === null ? null : attemptFiles(jobs, job, attempt);
  return files?.ok
    ? { brief_path: files.value.brief, report_path: files.value.report }
    : { brief_path: null, report_path: null };
}

/** How a job stands, in a few words. */
export function jobWords(t: Translate, job: DelegatedJob): string {
  const last = job.attempts.at(-1);
  const open = openAttempt(job);
  switch (job.status) {
    case 'pending':
      return t('waits for its session');
    case 'completed':
      return t('done');
    case 'cancelled':
      return t('cancelled');
    case 'error':
      return last?.ended?.problem ? t(last.ended.problem.text, last.ended.problem.params) : t('failed');
    case 'running':
      break;
  }
  if (open?.permission) return t('needs you: {text}', { text: open.permission.text });
  switch (open?.delivery.kind) {
    case 'notDelivered':
      return t(open.delivery.problem.text, open.delivery.problem.params);
    case 'waiting':
      return t('its prompt waits for the agent');
    case 'sending':
      return t('its prompt is being sent');
    default:
      return open?.signal?.text ? t('running: {text}', { text: open.signal.text }) : t('running');
  }
}
