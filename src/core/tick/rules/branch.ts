import { problem } from '../../../base/problem.ts';
import { isProtected } from '../../branch/issue.ts';
import type { TickRule } from '../rule.ts';

/** A change ships from a branch of its own that says which issue it is for. */
export const branch: TickRule = ({ facts }) => {
  const blockers = [
    ...(isProtected(facts.branch)
      ? [
          problem(
            'tick.notIssueBranch',
            'Nothing ships from {branch}. Switch to a branch of its own such as feat/issue-7-title, or name one with --branch.',
            { branch: facts.branch },
          ),
        ]
      : []),
    ...(facts.issue === null
      ? [
          problem(
            'tick.noIssue',
            'No issue is known for {branch}. Name it with --issue, or give the branch a name with issue-7 in it.',
            { branch: facts.branch },
          ),
        ]
      : []),
  ];
  const evidence =
    blockers.length === 0 && facts.issue !== null
      ? [problem('tick.issueLinked', '{branch} is for issue {issue}.', { branch: facts.branch, issue: facts.issue })]
      : [];
  return { blockers, evidence };
};
