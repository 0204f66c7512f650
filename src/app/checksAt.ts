import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { parseCheck } from '../core/evidence/checks.ts';
import type { Check } from '../core/evidence/types.ts';
import { heldSecret } from '../core/privacy/secrets.ts';
import type { Task } from '../core/task/types.ts';
import { parseQueue } from '../protocol/queue.ts';
import type { Git } from './ports/git.ts';

/** A task's checks as a base names them, where no agent of its run can have touched them. */
export async function checksAt(
  commit: string,
  task: string,
  /** What counts where that commit's queue does not name the task. */
  otherwise: Pick<Task, 'checks' | 'proofs'>,
  { git }: { readonly git: Pick<Git, 'readFileAt'> },
): Promise<Result<{ readonly checks: readonly Check[]; readonly from: 'base' | 'start' }, Problem>> {
  const queue = await git.readFileAt(commit, 'tasks/queue.md');
  // Nor is a base that can't be read now a base without checks.
  if (!queue.ok) return queue;
  const entry = queue.value === null ? undefined : parseQueue(queue.value).entries.find((one) => one.id === task);
  const { checks: lines, proofs = [] } = entry ?? otherwise;
  const [secret] = [...lines, ...proofs].flatMap((line) => heldSecret(line) ?? []);
  if (secret === undefined) return ok({ checks: runChecksOf(lines, proofs), from: entry ? 'base' : 'start' });
  return err(
    problem(
      'check.secret',
      '{task}: a check holds a secret ({name}), so it is not run. Let it read the secret from the environment, commit the queue file if it is tracked, and resume.',
      { task, name: secret },
    ),
  );
}

/** Proofs come last: what keeps a check from passing is no proof of anything. A line that is both is a proof. */
const runChecksOf = (lines: readonly string[], proofs: readonly string[]): readonly Check[] => [
  ...lines.filter((line) => !proofs.includes(line)).map(parseCheck),
  ...proofs.map((line): Check => ({ ...parseCheck(line), proof: true })),
];
