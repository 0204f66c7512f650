import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Call, OptionSpec } from './verb.ts';
import { isTaskId } from '../core/task/taskId.ts';

export const taskOption: OptionSpec = { kind: 'text', value: 'T', summary: 'The task, as T-2026-0001' };

/** The task that `--task` names, where one has to be named. */
export function taskId(call: Call): Result<string, Problem> {
  const given = call.text('task');
  if (given === null) return err(problem('cli.needsTask', 'Name the task that this is about: --task T-2026-0001.'));
  return isTaskId(given) ? ok(given) : err(badTask(given));
}

/** The same where none has to be named; null then. */
export function optionalTask(call: Call): Result<string | null, Problem> {
  const given = call.text('task');
  return given === null || isTaskId(given) ? ok(given) : err(badTask(given));
}

const badTask = (task: string): Problem =>
  problem('cli.badTask', '{task} is no task id. Write it as --task T-2026-0001.', { task });
