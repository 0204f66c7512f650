import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { checkHandoff } from '../../core/handoff/check.ts';
import type { HandoffCheck, HandoffRules } from '../../core/handoff/types.ts';
import { unknownTask } from '../../core/ship/reasons.ts';
import type { Task } from '../../core/task/types.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import { readQueue } from '../readQueue.ts';
import { findPlan } from './findPlan.ts';

export interface TaskHandoff {
  readonly task: Task;
  /** Relative to the control root, or as a person named it; null when there is no plan. */
  readonly plan: string | null;
  readonly check: HandoffCheck;
}

/** A task of the queue file as it is now; a queue that can't be read and a task that isn't in it are problems. */
async function findTask(id: string, files: Files, places: Places): Promise<Result<Task, Problem>> {
  const queue = await readQueue(files, places);
  const task = queue.tasks.find((one) => one.id === id);
  if (task) return ok(task);
  const [first] = queue.tasks.length === 0 ? queue.problems : [];
  return err(first ?? unknownTask(id));
}

interface HandoffAbout {
  readonly task: Task;
  /** As a person named it, with its text; null takes the task's own. */
  readonly plan: { readonly path: string; readonly text: string } | null;
  readonly changed: readonly string[];
}

interface HandoffDeps {
  readonly files: Files;
  readonly places: Places;
  readonly rules: HandoffRules;
}

/** Looks up a task's hand-over notes, in its entry and its plan, and checks them. */
export async function taskHandoff(
  about: HandoffAbout,
  { files, places, rules }: HandoffDeps,
): Promise<Result<TaskHandoff, Problem>> {
  const { task } = about;
  const own = about.plan === null ? await findPlan(task, files, places.controlRoot) : null;
  const read = own === null ? ok(about.plan?.text ?? null) : await files.read(`${places.controlRoot}/${own}`);
  if (!read.ok) return read;
  const texts = [task.body, ...(read.value === null ? [] : [read.value])];
  return ok({
    task,
    plan: own ?? about.plan?.path ?? null,
    check: checkHandoff({ texts, files: about.changed }, rules),
  });
}

/** The same of a task of the queue file as it is now. */
export async function readHandoff(
  about: Omit<HandoffAbout, 'task'> & { readonly task: string },
  deps: HandoffDeps,
): Promise<Result<TaskHandoff, Problem>> {
  const task = await findTask(about.task, deps.files, deps.places);
  return task.ok ? taskHandoff({ ...about, task: task.value }, deps) : task;
}
