import type { Task } from '../../core/task/types.ts';
import { linkedPlan, planNamed } from '../../protocol/plan.ts';
import type { Files } from '../ports/files.ts';

const plans = 'docs/plans';

/** A task's plan, relative to the root: the one that its text links to first, if it is there, else the first that bears its id; null for none. */
export async function findPlan(
  task: Pick<Task, 'id' | 'body'>,
  files: Pick<Files, 'kind' | 'list'>,
  root: string,
): Promise<string | null> {
  const linked = linkedPlan(task.body);
  if (linked !== null && (await files.kind(`${root}/${linked}`)) === 'file') return linked;
  const name = planNamed(task.id, await files.list(`${root}/${plans}`).catch(() => []));
  return name === null ? null : `${plans}/${name}`;
}
