import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import { outside } from '../lease/claims.ts';
import type { Outcome } from '../outcome.ts';
import { isProposing } from '../patch/isProposing.ts';
import type { Run } from './types.ts';

/** A patch is taken over only if it is one, stays inside the claim and holds no secret. */
export function captured(run: Run, outcome: Extract<Outcome, { kind: 'capturePatch' }>): readonly DomainEvent[] {
  const refuse = (reason: Problem): readonly DomainEvent[] => [
    { type: 'runAsked', run: run.id, ask: { kind: 'problem', problem: reason } },
  ];
  // What can't be taken over is not nothing.
  if (outcome.roundFiles.length === 0 && outcome.faults.length === 0)
    return refuse(
      problem(
        'patch.empty',
        '{task}: the writer changed nothing. Resume to let it try again, or return the task with comments.',
        { task: run.task.id },
      ),
    );
  // What may not be shown around is told first, wherever it lies.
  const [secret] = isProposing(run) ? outcome.faults : [];
  if (secret) return refuse(secret);
  const strays = outside(
    run.claims,
    outcome.roundFiles.map((file) => file.path),
  );
  if (strays.length > 0) {
    const files = strays.slice(0, 5).join(', ');
    return refuse(
      problem(
        'patch.outsideClaim',
        '{task}: the writer changed {files}, which is outside the claim. Widen the claim, or resume to let it try again.',
        { task: run.task.id, files },
      ),
    );
  }
  const [fault] = outcome.faults;
  if (fault) return refuse(fault);
  return [{ type: 'patchCaptured', run: run.id, tree: outcome.tree, patch: outcome.patch, files: outcome.files }];
}
