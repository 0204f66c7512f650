import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { WorktreeWish } from '../app/worktree/types.ts';
import { parseIssue } from '../core/branch/issue.ts';
import { slug } from '../core/branch/slug.ts';
import { branchTypeProblem } from './branchType.ts';
import type { Call } from './verb.ts';

/** What the options ask for, or what is wrong with them. `types` are those of the project's branches. */
export function readWish(call: Call, types: readonly string[]): Result<WorktreeWish, Problem> {
  const [role, words] = [call.text('role')?.trim() ?? '', call.text('slug')?.trim() ?? ''];
  const [given, title] = [call.text('issue'), call.text('title')?.trim() ?? ''];
  const type = call.text('type') ?? 'chore';
  if (role === '' || words === '' || (given === null && title === ''))
    return err(
      problem(
        'cli.worktreeAbout',
        'Name the role, words for the branch, and an issue or the title of a new one: mam worktree --role Implementer --slug words --issue 12.',
      ),
    );
  if (given !== null && title !== '')
    return err(
      problem('cli.issueAndTitle', 'Give --issue for an issue that is there or --title for a new one, not both.'),
    );
  const unfit = branchTypeProblem(type, types);
  if (unfit) return err(unfit);
  if (call.flag('dry-run') && call.flag('execute'))
    return err(problem('cli.dryAndExecute', 'Give --dry-run or --execute, not both.'));
  const issue = given === null ? null : parseIssue(given);
  if (given !== null && issue === null)
    return err(problem('cli.badIssue', '{issue} is no issue number. Write it as 12 or #12.', { issue: given }));
  return ok({
    role,
    slug: slug(words),
    type,
    issue,
    title: issue === null ? title : null,
    base: call.text('base')?.trim() || null,
  });
}
