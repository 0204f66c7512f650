import { problem } from '../../../base/problem.ts';
import type { TickRule } from '../rule.ts';

/** Nothing private stands in the reports. A file that can't be read may hold anything. */
export const privacy: TickRule = ({ facts }) => {
  const { findings, unreadable } = facts.privacy;
  if (findings === 0 && unreadable === 0)
    return { evidence: [problem('tick.privacyClear', 'The reports hold nothing private.')] };
  return {
    blockers: [
      ...(findings > 0
        ? [
            problem(
              'tick.privacy',
              'The reports hold private values or secrets: {count} {count|finding|findings}. List them with mam audit, take them out, then tick again.',
              { count: findings },
            ),
          ]
        : []),
      ...(unreadable > 0
        ? [
            problem(
              'tick.privacyUnreadable',
              'Reports that can’t be read may hold private values: {count} {count|file|files}. List them with mam audit, mend or remove them, then tick again.',
              { count: unreadable },
            ),
          ]
        : []),
    ],
  };
};
