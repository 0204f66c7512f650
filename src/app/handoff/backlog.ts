import { problem, type Problem } from '../../base/problem.ts';
import { checkHandoff } from '../../core/handoff/check.ts';
import type { HandoffCheck, HandoffRules } from '../../core/handoff/types.ts';
import type { Task } from '../../core/task/types.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import { findPlan } from './findPlan.ts';

/** A task of the backlog, and what it lacks to be handed to somebody who knows nothing of it. */
export interface BacklogTask {
  readonly task: Task;
  readonly plan: string | null;
  /** Where its notes stand; null without any. */
  readonly source: string | null;
  /** Null where the plan can't be read. */
  readonly check: HandoffCheck | null;
  readonly next: Problem;
}

interface Deps {
  readonly files: Files;
  readonly places: Places;
  readonly rules: HandoffRules;
}

/** Every task of the backlog, however long that is; writes nothing. */
export async function readBacklog(tasks: readonly Task[], deps: Deps): Promise<readonly BacklogTask[]> {
  const found: BacklogTask[] = [];
  const lists = new Map<string, Promise<readonly string[]>>();
  // The folder of plans is the same for all of them.
  const list = (folder: string): Promise<readonly string[]> => {
    const known = lists.get(folder) ?? deps.files.list(folder);
    lists.set(folder, known);
    return known;
  };
  for (const task of tasks) if (task.status === 'backlog') found.push(await readOne(task, list, deps));
  return found;
}

async function readOne(task: Task, list: Files['list'], { files, places, rules }: Deps): Promise<BacklogTask> {
  const plan = await findPlan(task, { kind: (path) => files.kind(path), list }, places.controlRoot);
  const read = plan === null ? null : await files.read(`${places.controlRoot}/${plan}`);
  if (read?.ok === false) return { task, plan, source: null, check: null, next: read.error };
  const text = read?.value ?? null;
  const check = checkHandoff({ texts: text === null ? [task.body] : [task.body, text], files: [] }, rules);
  // Of several notes the last ones count, and the plan comes last.
  const inPlan = text !== null && checkHandoff({ texts: [text], files: [] }, rules).heading !== null;
  const source = check.heading === null ? null : inPlan ? plan : 'tasks/queue.md';
  return { task, plan, source, check, next: nextStep(task.id, check) };
}

function nextStep(task: string, { ok, heading, missing, invalid }: HandoffCheck): Problem {
  if (ok) return problem('backlog.handOver', '{task} can be handed over: promote it to have it worked on.', { task });
  if (heading === null)
    return problem(
      'backlog.noNotes',
      'Write hand-over notes for {task} under the heading "Session Handoff", or promote it as it is.',
      { task },
    );
  return problem('backlog.incomplete', 'Complete the hand-over notes of {task} ({fields}), or promote it as it is.', {
    task,
    fields: [...missing, ...invalid.map(({ label }) => label)].slice(0, 4).join(', '),
  });
}
