import { problem, type Problem } from '../../base/problem.ts';
import type { Actor } from '../../core/actor.ts';
import { branchNameProblem } from '../../core/branch/branchName.ts';
import { isIssueLinked, issueBranch, issueOf } from '../../core/branch/issue.ts';
import { slug } from '../../core/branch/slug.ts';
import { isIntegrationBranch } from '../../core/loop/names.ts';
import type { Task } from '../../core/task/types.ts';
import type { OpenIssue } from '../openIssue.ts';
import type { Git } from '../ports/git.ts';
import { usualRepair, type BranchRepair } from './request.ts';

interface RepairDeps {
  readonly git: Pick<Git, 'switchBranch'>;
  readonly openIssue: OpenIssue;
  readonly actor: Actor;
}

export interface Repaired {
  readonly issue: string | null;
  /** An issue that was opened for it; null when none was. */
  readonly opened: string | null;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * Has the source root stand in a branch of an issue. Nothing happens where it does already, where nobody asked for it,
 * and while something is in the way of the start: an issue is public. The issue is the one that is known, else a new
 * one; whatever goes wrong is a blocker, and names an issue that was opened before.
 */
export async function repairBranch(
  asked: { readonly repair: BranchRepair | null; readonly issue: string | null },
  about: {
    /** The one that is checked out; `HEAD` when there is none. */
    readonly branch: string;
    readonly task: Task | null;
    /** Whether it is known already that the start is blocked. */
    readonly blocked: boolean;
  },
  deps: RepairDeps,
): Promise<Repaired> {
  const { branch, task } = about;
  const as = (more: Partial<Repaired>): Repaired => ({
    issue: asked.issue,
    opened: null,
    blockers: [],
    warnings: [],
    ...more,
  });
  if (asked.repair === null || isIssueLinked(branch)) return as({});
  if (isIntegrationBranch(branch)) return as({ warnings: asked.issue === null ? [ownBranch(branch)] : [] });
  if (about.blocked) return as({ warnings: [notRepaired()] });
  const { title, name } = wordsOf(asked.repair, task);
  const { type } = asked.repair;
  const target = (issue: string): string => issueBranch(type, issue, name);
  const unfit = branchNameProblem(target('1'));
  if (unfit) return as({ blockers: [unfit] });
  const known = asked.issue ?? issueOf(branch);
  const opened = known === null ? await deps.openIssue({ title, body: bodyOf(task) }, deps.actor) : null;
  if (opened && !opened.ok) return as({ blockers: [opened.error] });
  const issue = known ?? opened?.value.number ?? '';
  const said = opened ? [(opened.value.found ? issueFound : issueOpened)(issue, title)] : [];
  const told = as({ issue, opened: opened?.value.number ?? null, warnings: said });
  const switched = await deps.git.switchBranch(target(issue), branch === 'HEAD' ? null : branch);
  if (!switched.ok) return { ...told, blockers: [switched.error] };
  return {
    ...told,
    warnings: [
      ...told.warnings,
      switched.value.created
        ? problem('start.branchMade', 'The branch {branch} was made here and checked out.', { branch: target(issue) })
        : problem('start.branchTaken', 'The branch {branch} was there and is checked out now.', {
            branch: target(issue),
          }),
    ],
  };
}

const ownBranch = (branch: string): Problem =>
  problem(
    'start.ownBranch',
    '{branch} is MAM’s own branch of a task, so no other one was made. Name its issue with --issue.',
    { branch },
  );

const notRepaired = (): Problem =>
  problem('start.notRepaired', 'No branch was made and no issue opened, since the start is blocked. Mend that first.');

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

const issueFound = (issue: string, title: string): Problem =>
  problem(
    'start.issueFound',
    'Issue {issue} is open already and is used: {title}. For another one give another --repair-title.',
    { issue, title },
  );
