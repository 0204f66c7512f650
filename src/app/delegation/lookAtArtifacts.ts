import { isoSeconds } from '../../base/clock.ts';
import type { Attempt, DelegatedJob } from '../../core/delegation/types.ts';
import type { Files } from '../ports/files.ts';

/** Where a file that a job is to leave has to be: below the folder that it works in. Jobs of older versions named others, too. */
export const artifactPath = (workdir: string, path: string): string =>
  /^(?:[A-Za-z]:)?[/\\]/.test(path) ? path : `${workdir}/${path}`;

/**
 * Those of the files that a job is to leave that this attempt left, as its order names them. What is older than the attempt
 * is not its work.
 */
export async function lookAtArtifacts(
  { workdir, expectedArtifacts }: Pick<DelegatedJob, 'workdir' | 'expectedArtifacts'>,
  { beganAt }: Pick<Attempt, 'beganAt'>,
  files: Pick<Files, 'changedAt'>,
): Promise<readonly string[]> {
  const times = await Promise.all(expectedArtifacts.map((path) => files.changedAt(artifactPath(workdir, path))));
  return expectedArtifacts.filter((_, index) => {
    const time = times[index] ?? null;
    return time !== null && isoSeconds(time) >= beganAt;
  });
}
