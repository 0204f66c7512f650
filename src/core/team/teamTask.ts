import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { RoleSession } from '../session/types.ts';
import { isTaskId } from '../task/taskId.ts';

/**
 * The one task that a team works on: text of several tasks must never get to one worker. `chosen` are the seats that were
 * named, in their order; `all` those of the registry.
 */
export function teamTask(
  wanted: string | null,
  chosen: readonly Pick<RoleSession, 'task'>[],
  all: readonly Pick<RoleSession, 'task'>[],
): Result<string, Problem> {
  const ids = idsOf(chosen);
  if (ids.length > 1)
    return err(
      problem(
        'omc.ambiguousTask',
        'The chosen seats work on {count} different tasks: {tasks}. Name seats of one task with --sessions.',
        { count: ids.length, tasks: ids.join(', ') },
      ),
    );
  if (wanted !== null)
    return ids.includes(wanted)
      ? ok(wanted)
      : err(
          problem('omc.taskMismatch', 'The chosen seats do not work on {task} but on {tasks}. Correct --task.', {
            task: wanted,
            tasks: ids.join(', ') || '-',
          }),
        );
  const found = ids[0] ?? idsOf(all)[0];
  return found === undefined
    ? err(problem('omc.noTask', 'No seat works on a task yet. Start one, or take a step with `mam active-loop`.'))
    : ok(found);
}

const idsOf = (seats: readonly Pick<RoleSession, 'task'>[]): readonly string[] => [
  ...new Set(seats.flatMap(({ task }) => (task !== null && isTaskId(task) ? [task] : []))),
];
