import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { needsShell, parseCheck } from '../core/evidence/checks.ts';
import type { StartRequest } from '../app/loopOptions.ts';
import { readSteps } from './loop/readSteps.ts';
import { countOf } from './loop/countOf.ts';
import { splitList } from './questions.ts';
import type { Call } from './verb.ts';
import { isTaskId } from '../core/task/taskId.ts';

/** What the options of `start` ask for. `usual` is how many tasks are taken when nothing says it. */
export function readStartRequest(call: Call, usual: number | null): Result<StartRequest, Problem> {
  const tasks = call.texts('task').flatMap(splitList);
  const strange = tasks.find((id) => !isTaskId(id));
  if (strange !== undefined)
    return err(problem('cli.badTask', '{task} is no task id. One looks like T-2026-0001.', { task: strange }));
  const wide = ['infinite', 'all'].find((name) => call.flag(name));
  if (tasks.length > 0 && wide !== undefined)
    return err(
      problem(
        'cli.tasksAndAll',
        '--{wide} goes through the whole queue, and --task names what to take of it. Give one of both.',
        { wide },
      ),
    );
  const limit = readLimit(call, usual);
  if (!limit.ok) return limit;
  const pool = countOf(call, 'pool', 1);
  if (!pool.ok) return pool;
  const target = countOf(call, 'target', 1);
  if (!target.ok) return target;
  const claims = readClaims(call.texts('claims'));
  if (!claims.ok) return claims;
  const checks = readChecks(call.texts('allow-check'));
  if (!checks.ok) return checks;
  const steps = readSteps(call);
  if (!steps.ok) return steps;
  const only = call.texts('agents').flatMap(splitList);
  return ok({
    tasks: tasks.length > 0 ? tasks : null,
    limit: tasks.length > 0 ? tasks.length : limit.value,
    ...(pool.value === null ? {} : { pool: pool.value }),
    ...(target.value === null ? {} : { target: target.value }),
    only: only.length > 0 ? only : null,
    agents: {},
    claims: claims.value,
    ...(Object.keys(steps.value).length > 0 ? { steps: steps.value } : {}),
    allowedChecks: checks.value,
  });
}

/** How many tasks are tried for each that is to be completed. */
const triesPerTarget = 3;

function readLimit(call: Call, usual: number | null): Result<number | null, Problem> {
  const text = call.text('limit');
  if (call.flag('all') || call.flag('infinite')) {
    if (text === null) return ok(null);
    return err(problem('cli.limitTwice', 'Give --limit or --all, not both.'));
  }
  // Whoever names a target alone allows some tasks to fail on the way.
  if (text === null && call.text('target') !== null) return ok(Number(call.text('target')) * triesPerTarget);
  if (text === null) return ok(usual);
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1) return ok(limit);
  return err(problem('cli.badLimit', '--limit takes a whole number from 1 on, and {value} is none.', { value: text }));
}

/** `T-2026-0001=src/**,docs/a.md` */
function readClaims(texts: readonly string[]): Result<Readonly<Record<string, readonly string[]>>, Problem> {
  const claims: Record<string, readonly string[]> = {};
  for (const text of texts) {
    const [, task = '', globs = ''] = /^(T-\d{4}-\d{4})=(.*)$/s.exec(text) ?? [];
    const paths = splitList(globs);
    if (paths.length === 0)
      return err(
        problem('cli.badClaims', '{value} names no task and paths. Write it as T-2026-0001=src/**,docs/a.md.', {
          value: text,
        }),
      );
    claims[task] = [...(claims[task] ?? []), ...paths];
  }
  return ok(claims);
}

function readChecks(texts: readonly string[]): Result<readonly (readonly string[])[], Problem> {
  const checks: (readonly string[])[] = [];
  for (const text of texts) {
    const check = parseCheck(text);
    if (check.argv.length === 0) return err(needsShell(check));
    checks.push(check.argv);
  }
  return ok(checks);
}
