import { problem, type Problem } from '../../base/problem.ts';
import type { Classification } from '../surface/types.ts';
import { isProtected, issueOf } from '../branch/issue.ts';
import type { HandoffKnown } from '../handoff/types.ts';

// What several looks at a change find. The text is the key of its translations, so each is written once, here.

export const noFiles = (): Problem =>
  problem('readiness.noFiles', 'No changed file was found. Name them, or make the change first.');

/** Files that nobody could look up may be the ones that matter. */
export const unreadFiles = (unread: Problem | null): readonly Problem[] => (unread === null ? [] : [unread]);

/** Of nothing nobody can say what it touches, and there is nothing to split. */
export const unclearSurface = ({ surface, files }: Pick<Classification, 'surface' | 'files'>): Problem =>
  files === 0
    ? problem(
        'readiness.mixed',
        'No changed file is known, so nobody knows what the change touches. Name them with --changed-files or --from-git.',
      )
    : problem(
        'readiness.mixed',
        'What the change touches is not clear ({surface}). Split it, or name the surface of its files in mam.surfaces.',
        { surface },
      );

export const unknownTask = (task: string): Problem =>
  problem('tick.unknownTask', '{task} is not in the queue. Add it there, or choose another with --task.', { task });

/** Why a task can't be handed over. Notes that nobody could check are no better than ones that say nothing. */
export function handoffReasons(task: string | null, handoff: HandoffKnown): readonly Problem[] {
  if (task === null || (handoff?.ok === true && handoff.value.ok)) return [];
  if (handoff?.ok === false) return [handoff.error];
  return [
    problem('readiness.handoff', 'The hand-over notes of {task} are not complete. Fill in what is missing.', { task }),
  ];
}

export const privacyFindings = (count: number): Problem =>
  problem(
    'readiness.privacy',
    'The privacy audit has {count} {count|finding|findings} in what was written. Clear them first.',
    {
      count,
    },
  );

export const bodyMissing = (): Problem =>
  problem(
    'readiness.bodyMissing',
    'The file with the pull request text is not there. Write it, or leave the option out.',
  );

export const claimMissing = (): Problem =>
  problem('readiness.claimMissing', 'The file with the claim text is not there. Write it, or leave the option out.');

export const claimFindings = (count: number): Problem =>
  problem('readiness.claim', 'The claim text has {count} {count|finding|findings}. Mend it first.', { count });

export const noTask = (): Problem => problem('readiness.noTask', 'The change belongs to no task. Name one.');

export const noClaim = (): Problem => problem('readiness.noClaim', 'There is no claim text yet.');

/** Why nothing ships from a branch: it is none of the change's own, or nobody knows which issue it is for. */
export const branchReasons = (branch: string, issue: string | null): readonly Problem[] => [
  ...otherIssue(branch, issue),
  ...(branch === 'unknown' || branch === 'HEAD'
    ? [problem('plan.noBranch', 'No branch is checked out. Switch to the branch of the change.')]
    : isProtected(branch)
      ? [
          problem('plan.protected', 'Nothing ships from {branch}. Switch to a branch of the change’s own.', {
            branch,
          }),
        ]
      : []),
  ...(issue === null
    ? [
        problem(
          'branch.noIssue',
          'The name of {branch} holds no issue. Work in a branch such as feat/issue-7-title, or name the issue with --issue.',
          { branch },
        ),
      ]
    : []),
];

/** A branch of an issue other than the one that was named. */
export function otherIssue(branch: string, issue: string | null): readonly Problem[] {
  const named = issueOf(branch);
  if (named === null || issue === null || named === issue) return [];
  return [
    problem(
      'branch.otherIssue',
      'The name of {branch} says issue #{named}, and #{issue} was named. Use a branch of #{issue}.',
      { branch, named, issue },
    ),
  ];
}
