import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { issueOf, parseIssue } from '../core/branch/issue.ts';
import type { Call, OptionSpec } from './verb.ts';

export const issueOption: OptionSpec = {
  kind: 'text',
  value: 'N',
  summary: 'The issue; otherwise the one that the branch names',
};

/** The issue that `--issue` names, else the one that the branch names; null for none. */
export function readIssue(call: Call, branch: string): Result<string | null, Problem> {
  const given = call.text('issue');
  if (given === null) return ok(issueOf(branch));
  const issue = parseIssue(given);
  return issue === null
    ? err(problem('cli.badIssue', '{issue} is no issue number. Write it as 12 or #12.', { issue: given }))
    : ok(issue);
}
