import { sameValue } from '../../base/sameValue.ts';
import type { DomainEvent } from '../event.ts';
import { attemptOf } from './attempts.ts';
import type { DelegationCommand } from './command.ts';
import type { Attempt, DelegatedJob } from './types.ts';

type Sight = Extract<DelegationCommand, { type: 'sightArtifacts' }>;

/**
 * What was seen of the files that an attempt is to leave, where whoever looks counts none from before it began. Nothing that
 * was seen before its prompt was typed is its.
 */
export function sightArtifacts(job: DelegatedJob, { attempt: number, there }: Sight): readonly DomainEvent[] {
  const attempt = attemptOf(job, number);
  if (!attempt || attempt.ended || attempt.delivery.kind === 'waiting') return [];
  const seen = job.expectedArtifacts.filter((path) => there.includes(path));
  return sameValue(seen, attempt.artifacts)
    ? []
    : [{ type: 'artifactsSighted', job: job.id, attempt: number, there: seen }];
}

/** Whether a sight of these files tells anything that is not known of its job: no transaction is worth any other. */
export const isArtifactNews = (job: DelegatedJob | undefined, sight: Sight): boolean =>
  job !== undefined && sightArtifacts(job, sight).length > 0;

/** The files that it is still to leave. */
export const missingArtifacts = (job: DelegatedJob, { artifacts }: Attempt): readonly string[] =>
  job.expectedArtifacts.filter((path) => !artifacts.includes(path));
