import { parseCheck } from '../../core/evidence/checks.ts';
import type { Run } from '../../core/loop/types.ts';
import type { Task } from '../../core/task/types.ts';
import { parseQueue } from '../../protocol/queue.ts';
import { findRun } from '../findRun.ts';
import type { EffectContext, Handler } from './handler.ts';

/** Looks at the repository before anything is made: base commit, a free branch, and the checks as they stand at that base. */
export const prepareRun: Handler<'prepareRun'> = async (effect, context) => {
  const run = findRun(context.state(), effect.run);
  const base = await context.git.resolveBase(context.preferredBase());
  if (!base.ok) return { kind: 'failed', problem: base.error };
  const branch = (await isStillOurs(context, run)) ? run.branch : await freeBranch(context, effect.branch);
  const clash = branch === run.branch && run.change ? null : await context.git.branchProblem(branch);
  if (clash) return { kind: 'failed', problem: clash };
  // The checks come from the recorded base, where no agent of this run can have touched them.
  const queue = await context.git.readFileAt(base.value.commit, 'tasks/queue.md');
  const entry = queue === null ? undefined : parseQueue(queue).entries.find((one) => one.id === effect.task);
  const lines = entry ? entry.checks : newestEntry(context, run).checks;
  return {
    kind: 'prepareRun',
    base: base.value,
    branch,
    checks: lines.map(parseCheck),
    checksFrom: entry ? 'base' : 'start',
  };
};

/** The entry as it is now, as long as nothing was spent on what it was when the run started. */
const newestEntry = ({ state }: EffectContext, run: Run): Task =>
  (run.round === 0 ? state().queue.tasks.find((task) => task.id === run.task.id) : undefined) ?? run.task;

/** Whether the run's branch is where the run left it. One that somebody moved is theirs from then on. */
async function isStillOurs({ git }: EffectContext, run: Run): Promise<boolean> {
  if (!run.change) return false;
  const ref = `refs/heads/${run.branch}`;
  return (await git.refs([ref]))[ref] === run.change.head;
}

/** A branch that is there already belongs to earlier work and is never taken over. */
async function freeBranch({ git }: EffectContext, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    const ref = `refs/heads/${name}`;
    if (!(ref in (await git.refs([ref])))) return name;
  }
}
