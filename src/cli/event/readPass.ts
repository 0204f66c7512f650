import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { passInFile } from './passFile.ts';
import { attemptOf, type PassEnvironment } from './passText.ts';
import type { EventRequest, Pass } from './types.ts';

/** Finds what lets the caller speak, in the file that it named, else in its environment, and that it is for the job that it means. */
export function readPass(request: EventRequest, env: PassEnvironment): Result<Pass, Problem> {
  const pass = request.pass === null ? fromEnvironment(env) : passInFile(request.pass, env);
  if (!pass.ok) return pass;
  const { job, attempt } = pass.value;
  const isMeant = (request.job ?? job) === job && (request.attempt ?? attempt) === attempt;
  return isMeant
    ? pass
    : err(
        problem(
          'event.notYours',
          'You speak for attempt {attempt} of the job {job} only. Leave --job and --attempt out.',
          {
            job,
            attempt,
          },
        ),
      );
}

function fromEnvironment(env: PassEnvironment): Result<Pass, Problem> {
  const said = attemptOf({ job: env['MAM_JOB'], attempt: Number(env['MAM_ATTEMPT']), token: env['MAM_TOKEN'] });
  const spool = env['MAM_SPOOL'];
  return said && spool
    ? ok({ ...said, spool, report: env['MAM_REPORT'] || null, verdict: false })
    : err(
        problem(
          'event.noPass',
          'Only a job can say how it goes, and nothing here says which one you are. Call this within its lane, or with the --pass that its brief names.',
        ),
      );
}
