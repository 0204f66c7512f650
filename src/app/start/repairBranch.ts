import { problem, type Problem } from '../../base/problem.ts';
import type { Actor } from '../../core/actor.ts';
import { branchNameProblem } from '../../core/branch/branchName.ts';
import { isIssueLinked, issueOf } from '../../core/branch/issue.ts';
import { slug } from '../../core/branch/slug.ts';
import type { Task } from '../../core/task/types.ts';
import { openIssue } from '../openIssue.ts';
import type { Forge } from '../ports/forge.ts';
import type { Git } from '../ports/git.ts';
import { usualRepair, type BranchRepair } from './request.ts';

interface RepairDeps {
  readonly git: Pick<Git, 'switchBranch'>;
  readonly forge: Pick<Forge, 'createIssue'>;
  /** Takes out what may not be shown around: an issue is public. */
  readonly redact: (text: string) => string;
  readonly actor: Actor;
}

export interface Repaired {
  readonly issue: string | null;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * Has the source root stand in a branch of an issue. Nothing happens where it does already. The issue is the one that is
 * known, else a new one; whatever goes wrong is a blocker, and names an issue that was opened before.
 */
export async function repairBranch(
  about: {
    readonly repair: BranchRepair;
    /** The one that is checked out; `HEAD` when there is none. */
    readonly branch: string;
    readonly issue: string | null;
    readonly task: Task | null;
  },
  deps: RepairDeps,
): Promise<Repaired> {
  const { branch, task } = about;
  if (isIssueLinked(branch)) return { issue: about.issue, blockers: [], warnings: [] };
  const { title, name } = wordsOf(about.repair, task);
  const known = about.issue ?? issueOf(branch);
  const opened = known === null ? await openIssue({ title, body: bodyOf(task) }, deps) : null;
  if (opened && !opened.ok) return { issue: null, blockers: [opened.error], warnings: [] };
  const issue = known ?? opened?.value ?? '';
  const target = `${about.repair.type}/issue-${issue}-${name}`;
  const told = opened ? [issueOpened(issue, title)] : [];
  const unfit = branchNameProblem(target);
  if (unfit) return { issue, blockers: [unfit], warnings: told };
  const switched = await deps.git.switchBranch(target);
  if (!switched.ok) return { issue, blockers: [switched.error], warnings: told };
  return {
    issue,
    blockers: [],
    warnings: [
      ...told,
      switched.value.created
        ? problem('start.branchMade', 'The branch {branch} was made here and checked out.', { branch: target })
        : problem('start.branchTaken', 'The branch {branch} was there and is checked out now.', { branch: target }),
    ],
  };
}

/** A chosen task says better than any default what the branch is for. */
function wordsOf(repair: BranchRepair, task: Task | null): { readonly title: string; readonly name: string } {
  const usual = repair.slug === usualRepair.slug && repair.title === usualRepair.title;
  return usual && task !== null
    ? { title: `${task.id}: ${task.title}`, name: `${task.id.toLowerCase()}-${slug(task.title)}` }
    : { title: repair.title, name: slug(repair.slug) };
}

const bodyOf = (task: Task | null): string =>
  task === null ? 'Opened to have a branch of its own.' : `For ${task.id} of the task queue.`;

const issueOpened = (issue: string, title: string): Problem =>
  problem('start.issueOpened', 'Issue {issue} was opened: {title}. Name it with --issue {issue} from now on.', {
    issue,
    title,
  });
