import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { parseCheck } from '../../core/evidence/checks.ts';
import type { Check } from '../../core/evidence/types.ts';
import { seedOf } from '../../core/loop/seed.ts';
import type { Run } from '../../core/loop/types.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { PatchOptions } from '../../core/patch/types.ts';
import { heldSecret } from '../../core/privacy/secrets.ts';
import type { Task } from '../../core/task/types.ts';
import { parseQueue } from '../../protocol/queue.ts';
import { isOwnPlace } from '../apply/delicatePaths.ts';
import { findRun } from '../findRun.ts';
import type { Git } from '../ports/git.ts';
import type { EffectContext, Handler } from './handler.ts';
import { prepareSource } from './prepareSource.ts';

/** Looks at the repository before anything is made: base commit, a free branch, and the checks as they stand at that base. */
export const prepareRun: Handler<'prepareRun'> = async (effect, context) => {
  const run = findRun(context.state(), effect.run);
  if (run.options.patch) return prepareProposal(run, run.options.patch, context);
  const { source } = run.options;
  const base = await context.git.resolveBase(source?.base ?? context.preferredBase());
  if (!base.ok) return { kind: 'failed', problem: base.error };
  const found = await checksAt(base.value.commit, run, context);
  if (!found.ok) return { kind: 'failed', problem: found.error };
  if (source) return prepareSource(run, source, found.value, context);
  const chosen = await branchOf(context, run, effect.branch);
  if (!chosen.ok) return { kind: 'failed', problem: chosen.error };
  const branch = chosen.value;
  const clash = branch === run.branch && run.change ? null : await context.git.branchProblem(branch);
  if (clash) return { kind: 'failed', problem: clash };
  return {
    kind: 'prepareRun',
    base: base.value,
    branch,
    checks: found.value.checks,
    checksFrom: found.value.from,
  };
};

/** The checks come from the recorded base, where no agent of this run can have touched them. */
async function checksAt(
  commit: string,
  run: Run,
  context: EffectContext,
): Promise<Result<{ readonly checks: readonly Check[]; readonly from: 'base' | 'start' }, Problem>> {
  const queue = await context.git.readFileAt(commit, 'tasks/queue.md');
  // Nor is a base that can't be read now a base without checks.
  if (!queue.ok) return queue;
  const entry =
    queue.value === null ? undefined : parseQueue(queue.value).entries.find((one) => one.id === run.task.id);
  const { checks: lines, proofs = [] } = entry ?? newestEntry(context, run);
  const [secret] = [...lines, ...proofs].flatMap((line) => heldSecret(line) ?? []);
  if (secret === undefined) return ok({ checks: runChecksOf(lines, proofs), from: entry ? 'base' : 'start' });
  return err(
    problem(
      'check.secret',
      '{task}: a check holds a secret ({name}), so it is not run. Let it read the secret from the environment, commit the queue file if it is tracked, and resume.',
      { task: run.task.id, name: secret },
    ),
  );
}

/**
 * What a lane that proposes starts from: the head of the work that it mends, else the base, without the private values of
 * claimed texts. No branch is looked for, since none moves, and no check, since none runs.
 */
async function prepareProposal(
  run: Run,
  { repairs, base: wanted, seedChanges }: PatchOptions,
  { git, state, preferredBase, privacy, places }: EffectContext,
): Promise<Outcome> {
  const repaired = repairs === undefined ? undefined : state().runs[repairs];
  const base = repaired?.base ? ok(repaired.base) : await git.resolveBase(wanted ?? preferredBase());
  if (!base.ok) return { kind: 'failed', problem: base.error };
  const seed = await git.seedCommit({
    commit: repaired ? seedOf(repaired, base.value) : base.value.commit,
    claims: run.claims,
    takeChanges: seedChanges,
    isOwn: isOwnPlace(places.controlRoot, run.options.worktreesRoot),
    redact: privacy().redact,
    at: run.startedAt,
  });
  if (!seed.ok) return { kind: 'failed', problem: seed.error };
  return {
    kind: 'prepareRun',
    base: base.value,
    branch: run.branch,
    checks: [],
    checksFrom: 'start',
    seed: seed.value,
  };
}

/** Proofs come last: what keeps a check from passing is no proof of anything. A line that is both is a proof. */
const runChecksOf = (lines: readonly string[], proofs: readonly string[]): readonly Check[] => [
  ...lines.filter((line) => !proofs.includes(line)).map(parseCheck),
  ...proofs.map((line): Check => ({ ...parseCheck(line), proof: true })),
];

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
