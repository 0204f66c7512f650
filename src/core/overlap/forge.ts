import { problem, type Problem } from '../../base/problem.ts';
import { issueOf } from '../branch/issue.ts';
import type { Note } from './note.ts';
import { reasonOf } from './reasonOf.ts';
import type { OverlapFacts, PullRequest } from './types.ts';

/** There is a forge, but what it knows was not heard. Who only looks may go on; who ships needs the answer. */
export const unknownForge: readonly string[] = [
  'forge.missing',
  'forge.signedOut',
  'forge.offline',
  'forge.unanswered',
];

/**
 * Reasons for which nothing is known of issues and pull requests that are no fault of theirs: there is no forge, or it
 * can't be reached from here. Work goes on then, and the reason is shown.
 */
const excused: ReadonlySet<string> = new Set(['forge.none', ...unknownForge]);

/** What the forge says about the issue and its pull requests. What it knows counts, also when it couldn't answer all. */
export const forgeNotes = (facts: OverlapFacts): readonly Note[] => [
  ...issueNotes(facts),
  ...openNotes(facts),
  ...scanNotes(facts),
  ...historyNotes(facts),
];

/** An answer that didn't come closes the way, unless no forge could have given it. */
const unanswered = (why: Problem, otherwise: Problem): Note =>
  excused.has(why.code) ? { weight: 'warning', problem: why } : { weight: 'blocker', problem: otherwise };

function issueNotes({ issue, issueState }: OverlapFacts): readonly Note[] {
  if (!issueState.ok)
    return [
      unanswered(
        issueState.error,
        problem(
          'overlap.issueUnreadable',
          'The state of issue #{issue} could not be read: {reason}. Mend that, or try again.',
          { issue, reason: reasonOf(issueState.error) },
        ),
      ),
    ];
  switch (issueState.value) {
    case 'open':
      return [{ weight: 'evidence', problem: problem('overlap.issueOpen', 'Issue #{issue} is open.', { issue }) }];
    case 'closed':
      return [
        {
          weight: 'blocker',
          problem: problem('overlap.issueClosed', 'Issue #{issue} is closed. Open it again, or choose another one.', {
            issue,
          }),
        },
      ];
    case 'absent':
      return [
        {
          weight: 'blocker',
          problem: problem('overlap.issueAbsent', 'There is no issue #{issue}. Create it, or name another one.', {
            issue,
          }),
        },
      ];
  }
}

function openNotes(facts: OverlapFacts): readonly Note[] {
  const { openPullRequests: open, issue, touchedBy } = facts;
  if (!open.ok)
    return [
      unanswered(
        open.error,
        problem(
          'overlap.prsUnreadable',
          'The open pull requests could not be read, so one for #{issue} may be missed: {reason}. Mend that, or try again.',
          { issue, reason: reasonOf(open.error) },
        ),
      ),
    ];
  return open.value.flatMap((one) => {
    if (isOwn(one, facts))
      return [
        {
          weight: 'evidence' as const,
          problem: problem('overlap.ownPr', 'Pull request #{number} is open for {branch} at the commit that is here.', {
            number: one.number,
            branch: one.head,
          }),
        },
      ];
    return [
      ...(isForIssue(one, facts) ? [openNote(one, issue)] : []),
      ...touchNote(one, touchedBy.ok ? (touchedBy.value[one.number] ?? []) : []),
    ];
  });
}

/** The scan of files only advises, so not knowing warns. A forge that can't be asked is told of once. */
const scanNotes = ({ touchedBy }: OverlapFacts): readonly Note[] =>
  touchedBy.ok
    ? []
    : [
        {
          weight: 'warning',
          problem: excused.has(touchedBy.error.code)
            ? touchedBy.error
            : problem(
                'overlap.prFilesUnreadable',
                'The files of open pull requests could not be read, so the same ones may be changed there: {reason}.',
                { reason: reasonOf(touchedBy.error) },
              ),
        },
      ];

/** The loop's own pull request: this branch of this repository, at a commit that we have. */
const isOwn = (one: PullRequest, { branch, ownHeads }: OverlapFacts): boolean =>
  one.head === branch && !one.fork && ownHeads.includes(one.headCommit);

const isForIssue = (one: PullRequest, { branch, issue }: OverlapFacts): boolean =>
  one.head === branch || issueOf(one.head) === issue;

const openNote = (one: PullRequest, issue: string): Note => ({
  weight: 'blocker',
  problem: problem(
    'overlap.openPr',
    'Pull request #{number} ({branch}) is open for issue #{issue}. Go on there, or close it.',
    {
      number: one.number,
      branch: one.head,
      issue,
    },
  ),
});

const touchNote = (one: PullRequest, files: readonly string[]): readonly Note[] =>
  files.length === 0
    ? []
    : [
        {
          weight: 'warning',
          problem: problem(
            'overlap.prTouches',
            'Pull request #{number} ({branch}) changes load-bearing files: {files}. Agree on who goes first.',
            {
              number: one.number,
              branch: one.head,
              files: files.join(', '),
            },
          ),
        },
      ];

function historyNotes(facts: OverlapFacts): readonly Note[] {
  const { branchPullRequests: all, branch } = facts;
  if (!all.ok)
    return [
      unanswered(
        all.error,
        problem(
          'overlap.branchHistoryUnreadable',
          'The pull requests of {branch} could not be read, so it may be merged already: {reason}. Mend that, or try again.',
          { branch, reason: reasonOf(all.error) },
        ),
      ),
    ];
  // A fork may use the same name for something else.
  const own = all.value.filter((one) => one.head === branch && !one.fork);
  const merged = own.find((one) => one.state === 'merged');
  if (merged !== undefined)
    return [
      {
        weight: 'blocker',
        problem: problem('overlap.branchMerged', '{branch} was merged by pull request #{number}. Begin a new branch.', {
          branch,
          number: merged.number,
        }),
      },
    ];
  const closed = own.find((one) => one.state === 'closed');
  return closed === undefined
    ? []
    : [
        {
          weight: 'warning',
          problem: problem(
            'overlap.closedHistory',
            'Pull request #{number} of {branch} was closed without a merge. Find out why.',
            {
              branch,
              number: closed.number,
            },
          ),
        },
      ];
}
