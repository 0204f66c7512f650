import type { BriefHead } from '../../../protocol/agents/brief.ts';
import { review } from './review.ts';
import type { Stage } from './stage.ts';

/** What the rehearsal agent says where there is nothing to write: it plans in a line, agrees, and mends what is asked. */
export function talk(stage: Stage): string {
  switch (stage.head.kind) {
    case 'plan':
      return planFor(stage.head);
    case 'plan-talk':
      return 'The plan can be done as it is.\n\n[VERDICT: PASS]';
    case 'rebuttal':
      return 'Every point is right and will be mended.';
    default:
      return review(stage);
  }
}

const planFor = ({ task, claims }: BriefHead): string =>
  `1. Make the smallest change that meets ${task}, in ${claims.join(', ')}.\n2. Run its checks.`;
