import { problem, type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { parseCheck } from '../../core/evidence/checks.ts';
import type { Run } from '../../core/loop/types.ts';
import { heldSecret } from '../../core/privacy/secrets.ts';
import type { Task } from '../../core/task/types.ts';
import { parseQueue } from '../../protocol/queue.ts';
import { findRun } from '../findRun.ts';
import type { Git } from '../ports/git.ts';
import type { EffectContext, Handler } from './handler.ts';

/** Looks at the repository before anything is made: base commit, a free branch, and the checks as they stand at that base. */
export const prepareRun: Handler<'prepareRun'> = async (effect, context) => {
  const run = findRun(context.state(), effect.run);
  const base = await context.git.resolveBase(context.preferredBase());
  if (!base.ok) return { kind: 'failed', problem: base.error };
  const chosen = await branchOf(context, run, effect.branch);
  if (!chosen.ok) return { kind: 'failed', problem: chosen.error };
  const branch = chosen.value;
  const clash = branch === run.branch && run.change ? null : await context.git.branchProblem(branch);
  if (clash) return { kind: 'failed', problem: clash };
  // The checks come from the recorded base, where no agent of this run can have touched them.
  const queue = await context.git.readFileAt(base.value.commit, 'tasks/queue.md');
  // Nor is a base that can't be read now a base without checks.
  if (!queue.ok) return { kind: 'failed', problem: queue.error };
  const entry =
    queue.value === null ? undefined : parseQueue(queue.value).entries.find((one) => one.id === effect.task);
  const lines = entry ? entry.checks : newestEntry(context, run).checks;
  const [secret] = lines.flatMap((line) => heldSecret(line) ?? []);
  if (secret !== undefined)
    return {
      kind: 'failed',
      problem: problem(
        'check.secret',
        '{task}: a check holds a secret ({name}), so it is not run. Let it read the secret from the environment, commit the queue file if it is tracked, and resume.',
        { task: effect.task, name: secret },
      ),
    };
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

/** The run's own branch while it is where the run left it: one that somebody moved is theirs from then on. */
async function branchOf({ git }: EffectContext, run: Run, wanted: string): Promise<Result<string, Problem>> {
  if (!run.change) return freeBranch(git, wanted);
  const ref = `refs/heads/${run.branch}`;
  const found = await git.refs([ref]);
  if (!found.ok) return found;
  return found.value[ref] === run.change.head ? ok(run.branch) : freeBranch(git, wanted);
}

/** A branch that is there already belongs to earlier work and is never taken over. */
async function freeBranch(git: Git, wanted: string): Promise<Result<string, Problem>> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    const ref = `refs/heads/${name}`;
    const found = await git.refs([ref]);
    if (!found.ok) return found;
    if (!(ref in found.value)) return ok(name);
  }
}
