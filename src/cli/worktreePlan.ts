import { basename, dirname, join } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { parseIssue } from '../core/branch/issue.ts';
import { slug } from '../core/branch/slug.ts';
import { branchTypeProblem } from './branchType.ts';
import type { Call } from './verb.ts';

/** A worktree that is to be made for an issue: for one that exists, or for one that has to be opened first. */
export interface WorktreeWish {
  readonly role: string;
  readonly slug: string;
  readonly type: string;
  readonly issue: string | null;
  /** Title of the issue to open; null when there is one already. */
  readonly title: string | null;
  /** The branch to start from, as a person named it; null for the shared base. */
  readonly base: string | null;
  readonly execute: boolean;
}

/** Branch and absolute folder for an issue. They lie beside the repository, so that its name stays the folder's name. */
export const worktreePlan = (
  { type, slug: words }: Pick<WorktreeWish, 'type' | 'slug'>,
  issue: string,
  controlRoot: string,
): { readonly branch: string; readonly path: string } => ({
  branch: `${type}/issue-${issue}-${words}`,
  path: join(dirname(controlRoot), `${issue}-${words}`, basename(controlRoot)),
});

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
    execute: call.flag('execute'),
  });
}
