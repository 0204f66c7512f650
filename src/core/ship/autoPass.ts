import { problem, type Problem } from '../../base/problem.ts';
import type { HandoffKnown } from '../handoff/types.ts';
import type { Classification } from '../surface/types.ts';
import type { TextCheck } from './readiness.ts';
import * as reasons from './reasons.ts';

export interface AutoPassFacts {
  readonly files: readonly string[];
  /** Why the change may hold more files than these; null when all are known. */
  readonly unread: Problem | null;
  readonly surface: Classification;
  readonly task: string | null;
  readonly handoff: HandoffKnown;
  readonly privacyFindings: number;
  readonly claim: TextCheck;
  readonly validation: 'not-run' | 'passed' | 'failed';
}

export interface AutoPass {
  readonly decision: 'auto-pass' | 'human-review-required';
  readonly blockers: readonly Problem[];
}

/** Whether a change is so small and so clear that nobody has to look at it: documents and routine, checked and found clean. */
export function assessAutoPass(facts: AutoPassFacts): AutoPass {
  const weighty = facts.surface.touched.filter((rule) => rule.routine !== true);
  const blockers = [
    ...reasons.unreadFiles(facts.unread),
    ...(facts.files.length === 0 ? [reasons.noFiles()] : []),
    ...(weighty.length === 0
      ? []
      : [
          problem('pass.surface', 'The change touches {surface}, which a person looks at.', {
            surface: weighty.map((rule) => rule.surface).join(', '),
          }),
        ]),
    ...(facts.surface.confidence === 'high' ? [] : [reasons.unclearSurface(facts.surface)]),
    ...reasons.handoffReasons(facts.task, facts.handoff),
    ...(facts.privacyFindings > 0 ? [reasons.privacyFindings(facts.privacyFindings)] : []),
    ...claimBlockers(facts.claim),
    ...validationBlockers(facts.validation),
  ];
  return { decision: blockers.length === 0 ? 'auto-pass' : 'human-review-required', blockers };
}

function claimBlockers(claim: TextCheck): readonly Problem[] {
  if (claim === 'missing') return [reasons.claimMissing()];
  return typeof claim === 'number' && claim > 0 ? [reasons.claimFindings(claim)] : [];
}

function validationBlockers(validation: AutoPassFacts['validation']): readonly Problem[] {
  if (validation === 'passed') return [];
  return validation === 'failed'
    ? [problem('pass.failed', 'The checks failed. Mend the change first.')]
    : [problem('pass.notValidated', 'The checks were not run. Run the task, or its checks.')];
}
