import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';

/** What belongs to one attempt of a job, all as absolute paths. */
export interface AttemptFiles {
  readonly folder: string;
  readonly brief: string;
  /** The one place where its report counts. */
  readonly report: string;
  /** What proves that the report is whole, and of this attempt. */
  readonly manifest: string;
  /** What lets its agent speak for it; only the user can read it. */
  readonly pass: string;
}

/**
 * The files of an attempt below the folder of all jobs. They stand in commands that an agent runs as they are written, so
 * that a line feed in the path, which no line holds, is refused.
 */
export function attemptFiles(jobs: string, job: string, attempt: number): Result<AttemptFiles, Problem> {
  const folder = `${jobs}/${job}/${attempt}`;
  // oxlint-disable-next-line no-control-regex -- these two are the characters to be refused
  if (/[\u0000\n]/.test(folder))
    return err(
      problem('path.lineFeed', 'The path {path} holds a line feed, so no command can name it. Rename the folder.', {
        path: folder,
      }),
    );
  return ok({
    folder,
    brief: `${folder}/brief.md`,
    report: `${folder}/report.md`,
    manifest: `${folder}/manifest.json`,
    pass: `${folder}/pass.json`,
  });
}
