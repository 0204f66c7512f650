import { problem, type Problem } from '../../base/problem.ts';
import { claimRefusal } from '../lease/inTheWay.ts';
import { contested } from '../lease/shared.ts';
import { branchFor } from '../loop/names.ts';
import { isActive } from '../loop/phases.ts';
import type { Loop, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { claimsOf, openFor } from '../task/select.ts';
import type { Task } from '../task/types.ts';
import { beginsMore } from './beginsMore.ts';
import { fitsBeside } from './fits.ts';

/** Files that a sentence names before it stops. */
const named = 3;

/** Of each task that a loop would begin were it alone, what keeps it from that now; of one that only waits for room, nothing. */
export function inItsWay(state: State, loop: Loop): ReadonlyMap<string, Problem> {
  const found = new Map<string, Problem>();
  if (!beginsMore(loop)) return found;
  const { options } = loop;
  const flying = Object.values(state.runs).filter((run) => run.loop === loop.id && isActive(run));
  const refusalOf = claimRefusal(state, options.contextPaths, new Set(flying.flatMap(({ lease }) => lease ?? [])));
  const beside = flying.map((run) => ({ run, fits: fitsBeside([run], options) }));
  /** The first task that keeps its place until those at work are done. */
  let first: { readonly id: string; readonly fits: ReturnType<typeof fitsBeside> } | null = null;
  for (const task of openFor(state, loop)) {
    const claims = claimsOf(state, task);
    const refusal = refusalOf({ id: '', task, claims, branch: branchFor(loop, task.id), phase: 'preparing', options });
    const other = beside.find(({ fits }) => !fits(task, claims))?.run;
    if (refusal) found.set(task.id, refusal.why);
    else if (other) found.set(task.id, besideOf(task, claims, other, loop));
    else if (first && !first.fits(task, claims)) found.set(task.id, afterOf(task.id, first.id));
    if (other && !refusal) first ??= { id: task.id, fits: fitsBeside([{ task, claims }], options) };
  }
  return found;
}

function besideOf(task: Task, claims: readonly string[], other: Run, { options }: Loop): Problem {
  const files = contested(other.claims, claims, options.contextPaths);
  return files.length > 0
    ? problem('task.waitsForFiles', '{task} waits for {other}, which is at work on {files}.', {
        task: task.id,
        other: other.task.id,
        files: files.slice(0, named).join(', '),
      })
    : problem(
        'task.waitsInSeries',
        '{task} waits for {other}: of tasks that are serial-gated one at most is at work.',
        { task: task.id, other: other.task.id },
      );
}

const afterOf = (task: string, other: string): Problem =>
  problem(
    'task.waitsForTurn',
    '{task} waits for {other}, whose turn comes first and which it can’t be at work beside.',
    {
      task,
      other,
    },
  );
