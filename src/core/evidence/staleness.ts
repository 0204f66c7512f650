import { problem, type Problem } from '../../base/problem.ts';
import { gateFacts } from '../gate/facts.ts';
import { freshness } from '../gate/rules/freshness.ts';
import { merged } from '../gate/rules/merged.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';

/**
 * Why evidence about a run says nothing of what is there now, or null: head, base or changed files moved since, or the
 * task was taken up again, as `newest`. What was merged has moved the base itself and stays a record.
 */
export function staleEvidence(state: State, run: Run, newest: Run = run): Problem | null {
  if (!run.change || run.decision?.merged) return null;
  if (newest.id !== run.id)
    return problem('evidence.newerRun', '{task} was started again, so this evidence is of an earlier run.', {
      task: run.task.id,
    });
  if (run.round > run.change.round || run.captured)
    return problem('evidence.newRound', '{task} is worked on in round {round}; this evidence is of round {judged}.', {
      task: run.task.id,
      round: run.round,
      judged: run.change.round,
    });
  const facts = gateFacts(state, run);
  const found = freshness.evaluate(facts);
  if (found.outcome === 'fail') return found.missing[0] ?? null;
  // Without a look at the base nothing says that it moved.
  const isMoved = facts.baseNow !== null && facts.baseNow !== facts.identity?.base;
  return isMoved ? (merged.evaluate(facts).missing[0] ?? null) : null;
}
