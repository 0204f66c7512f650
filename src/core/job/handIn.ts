import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { isPersonsJob } from './isPersonsJob.ts';

/** Characters of a report that a person can hand in. */
const longestReport = 200_000;
const verdictLine = /\n?[^\S\n]*\[VERDICT: (?:NOT )?PASS\]\s*$/;

/** Takes a person's report for a job of theirs. Once handed in it stays; another attempt is another job. */
export function handIn(
  state: State,
  { job: id, text }: { readonly job: string; readonly text: string },
  { redact }: Pick<Context, 'redact'>,
): Result<readonly DomainEvent[], Problem> {
  const run = state.runs[state.openJobs[id] ?? ''];
  const job = run?.jobs.find((one) => one.id === id);
  if (run === undefined || job === undefined)
    return err(
      problem('handin.notOpen', 'No job {job} waits for a report. `mam hand-in` lists those that do.', { job: id }),
    );
  if (!isPersonsJob(run, job))
    return err(
      problem('handin.notYours', 'The job {job} is {agent}’s, which hands its report in by itself.', {
        job: id,
        agent: job.agent,
      }),
    );
  if (job.handedIn !== undefined)
    return err(problem('handin.twice', 'The report of {job} is handed in already.', { job: id }));
  if (text.trim() === '')
    return err(
      problem('handin.empty', 'The report of {job} is empty. Write what was done, then hand it in.', { job: id }),
    );
  if (text.length > longestReport)
    return err(
      problem('handin.tooLong', 'The report of {job} is longer than {most} characters. Shorten it, then hand it in.', {
        job: id,
        most: longestReport,
      }),
    );
  // Redaction could take the verdict for the value of a private field above it.
  const verdict = verdictLine.exec(text)?.[0] ?? '';
  const body = text.slice(0, text.length - verdict.length);
  return ok([{ type: 'reportHandedIn', job: id, text: `${redact(body)}${verdict}` }]);
}
