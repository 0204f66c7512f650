import { problem, type Problem } from '../../base/problem.ts';
import { closerProblems } from '../ship/checkBody.ts';
import { bodyMissing, otherIssue } from '../ship/reasons.ts';
import { isIntegrationBranch } from '../loop/names.ts';
import { isConventional } from './issue.ts';
import { taskOf } from './task.ts';
import { isTaskId } from '../task/taskId.ts';

export interface HygieneFacts {
  readonly branch: string;
  /** The one that was named, else the one that the branch names. */
  readonly issue: string | null;
  /** As somebody named it; null when nobody did. */
  readonly task: string | null;
  /** Text of the pull request; `missing` when it was named and is not there, null when none was named. */
  readonly body: { readonly closes: readonly string[] } | 'missing' | null;
}

/** What is wrong with the names by which branch, issue, pull request and task find each other. */
export function branchHygiene({ branch, issue, task, body }: HygieneFacts): readonly Problem[] {
  return [
    // MAM's own branch names its task and no issue.
    ...(isConventional(branch) || isIntegrationBranch(branch)
      ? []
      : [
          problem(
            'hygiene.name',
            'The branch {branch} is not named as branches of issues are. Name it like feat/issue-7-title.',
            { branch },
          ),
        ]),
    ...(issue === null
      ? [
          problem(
            'hygiene.noIssue',
            'The name of {branch} holds no issue, so nobody knows what it is for. Name the issue with --issue.',
            { branch },
          ),
        ]
      : []),
    ...otherIssue(branch, issue),
    ...bodyFindings(issue, body),
    ...otherTask(branch, task),
    ...(task === null || isTaskId(task)
      ? []
      : [problem('cli.badTask', '{task} is no task id. One looks like T-2026-0001.', { task })]),
  ];
}

/** A branch of a task other than the one that was named. */
function otherTask(branch: string, task: string | null): readonly Problem[] {
  const own = taskOf(branch);
  if (task === null || own === null || own === task) return [];
  return [
    problem(
      'hygiene.otherTask',
      '{branch} is for {own}, not for {task}. Name that task, or switch to another branch.',
      {
        branch,
        own,
        task,
      },
    ),
  ];
}

function bodyFindings(issue: string | null, body: HygieneFacts['body']): readonly Problem[] {
  if (body === null)
    return [
      problem(
        'hygiene.noBody',
        'No pull request text was given, so nobody knows which issue it closes. Name it with --body.',
      ),
    ];
  return body === 'missing' ? [bodyMissing()] : closerProblems(body.closes, issue);
}
