import type { Batch } from '../../core/batch/types.ts';
import type { Job } from '../../core/job/types.ts';
import { jobUnits } from '../../core/mix/workUnits.ts';
import { turnVerdict } from '../../core/review/dual.ts';
import type { Finding, Verdict } from '../../core/review/types.ts';
import type { State } from '../../core/state.ts';
import { ledgerSentence } from './facts.ts';
import { ledgerJson, type Stamp } from './json.ts';
import type { Projection } from './projection.ts';

const severities: Readonly<Record<Finding['severity'], string>> = {
  blocker: 'blocker',
  major: 'warning',
  minor: 'info',
};

/** Where the artifact of a lane is, below the ledger's folder. */
export const artifactPath = (batch: Batch, { session, agent }: Pick<Job, 'session' | 'agent'>): string =>
  `artifacts/${batch.change?.task?.id ?? 'no-task'}/${session}/${agent}.json`;

function artifact(batch: Batch, job: Job): Projection {
  const seat = batch.seats.find((one) => one.session === job.session);
  return {
    path: artifactPath(batch, job),
    reads: [batch, job],
    render: (stamp) => {
      const verdict = batch.verdicts.find((one) => one.job === job.id) ?? null;
      const prior = batch.jobs.find((one) => one.id === job.prior);
      return reviewText(
        {
          task: batch.change?.task?.id ?? null,
          head: batch.change?.identity.head ?? null,
          job,
          verdict,
          isBlocking: seat?.shipGate === 'blocking',
          prior: prior ? artifactPath(batch, prior) : null,
        },
        stamp,
      );
    },
  };
}

interface Reviewed {
  readonly task: string | null;
  readonly head: string | null;
  readonly job: Job;
  readonly verdict: Verdict | null;
  /** The seat's verdict counts for a gate. */
  readonly isBlocking: boolean;
  readonly prior: string | null;
}

/** What one review lane came to. */
export function reviewText({ task, head, job, verdict, isBlocking, prior }: Reviewed, stamp: Stamp): string {
  const outcome = job.ended?.outcome;
  const why = job.noVerdict ?? (outcome && outcome.kind !== 'report' ? outcome.problem : null);
  const advice = !isBlocking && !why && outcome?.kind === 'report' ? outcome.text.trim() : null;
  return ledgerJson(
    {
      schema_version: 1,
      task_id: task,
      session_id: job.session,
      role: job.role,
      agent: job.agent,
      head,
      // Advice is asked for no verdict: somebody has to read it.
      verdict: advice === null ? turnVerdict(verdict) : 'needs-attention',
      summary: advice ?? verdict?.summary ?? (why ? ledgerSentence(why) : ''),
      findings: (verdict?.findings ?? []).map(({ severity, file, line, text }) => ({
        severity: severities[severity],
        title: text,
        ...(file === undefined ? {} : { body: line === undefined ? file : `${file}:${line}` }),
      })),
      next_steps: [],
      wu: jobUnits(job),
      privacy_scrubbed: true,
      lane_model: job.model,
      lane_effort: job.effort,
      lane_effort_applied: job.effort !== null,
      prior_artifact_ref: prior,
      lane_usage: (outcome && 'usage' in outcome ? outcome.usage : null) ?? null,
    },
    stamp,
  );
}

/** The artifacts of the lanes that were run one by one: of each place the newest. */
export const reviewArtifacts = (state: State): readonly Projection[] => {
  const all = Object.values(state.batches)
    .filter((batch) => batch.kind === 'turn')
    .flatMap((batch) => batch.jobs.filter((job) => job.ended).map((job) => artifact(batch, job)));
  return [...new Map(all.map((one) => [one.path, one])).values()];
};
