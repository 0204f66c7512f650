import type { App } from '../../app/app.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { topicId } from '../../protocol/busTopics.ts';
import type { Call } from '../verb.ts';

/** The job that a subscriber means; null for all. With `--wait` it need not be there yet. */
export function meantJob(app: Pick<App, 'delegation'>, call: Call): Result<string | null, Problem> {
  const [meant] = call.positionals;
  if (meant === undefined) return ok(null);
  const found = app.delegation.find(meant);
  if (found.ok) return ok(found.value.id);
  if (!call.flag('wait')) return err(notYet(meant));
  return topicId.test(meant) ? ok(meant) : found;
}

const notYet = (job: string): Problem =>
  problem(
    'job.unknown',
    'There is no job {job}. `mam job list` lists those that there are; --wait is for one that is yet to come.',
    { job },
  );
