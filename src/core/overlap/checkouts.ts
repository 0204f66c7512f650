import { problem, type Problem } from '../../base/problem.ts';
import { issueOf } from '../branch/issue.ts';
import type { Note } from './note.ts';
import { reasonOf } from './reasonOf.ts';
import type { OtherCheckout, OverlapFacts } from './types.ts';

/** There is nothing that the checkout could lack. */
const absentBase: ReadonlySet<string> = new Set(['overlap.baseUnresolved', 'overlap.noCommit']);

/** What the checkouts of this machine say: where this one stands, and who else works on the issue. */
export const checkoutNotes = (facts: OverlapFacts): readonly Note[] => [
  // Without the list nobody knows what is checked out here either.
  ...(facts.otherCheckouts.ok ? [...currentNotes(facts), ...baseNotes(facts)] : []),
  ...otherNotes(facts),
];

function currentNotes({ current, issue, branch }: OverlapFacts): readonly Note[] {
  if (current.branch === null)
    return [
      {
        weight: 'blocker',
        problem: problem('overlap.detached', 'No branch is checked out here. Check one out first.'),
      },
    ];
  const found = issueOf(current.branch);
  if (found !== null && found !== issue)
    return [
      {
        weight: 'blocker',
        problem: problem(
          'overlap.wrongIssueCheckout',
          '{current} is checked out here, which is for issue #{found} and not #{issue}. Work on #{issue} in a checkout of its own.',
          { current: current.branch, found, issue },
        ),
      },
    ];
  return found === issue && current.branch !== branch
    ? [
        {
          weight: 'warning',
          problem: problem('overlap.otherIssueBranch', '{current} is checked out, another branch of issue #{issue}.', {
            current: current.branch,
            issue,
          }),
        },
      ]
    : [];
}

/** Not having a base is a state of the repository; not being able to look is none, and could hide a stale checkout. */
function baseNotes({ base, current }: OverlapFacts): readonly Note[] {
  if (!base.ok)
    return absentBase.has(base.error.code)
      ? [{ weight: 'warning', problem: base.error }]
      : [
          {
            weight: 'blocker',
            problem: problem(
              'overlap.baseUnreadable',
              'Whether this checkout holds its base could not be read: {reason}. Mend that, then try again.',
              { reason: reasonOf(base.error) },
            ),
          },
        ];
  const { name, contained } = base.value;
  if (contained)
    return [
      { weight: 'evidence', problem: problem('overlap.baseContained', 'The checkout contains {name}.', { name }) },
    ];
  // Without a branch the checkout is named as a problem already.
  if (current.branch === null) return [];
  return [
    {
      weight: 'blocker',
      problem: problem(
        'overlap.staleBase',
        'What is checked out here does not contain {name}. Rebase it, or merge {name} into it first.',
        { name },
      ),
    },
  ];
}

function otherNotes({ otherCheckouts, issue, loadBearing }: OverlapFacts): readonly Note[] {
  if (!otherCheckouts.ok)
    return [
      {
        weight: 'blocker',
        problem: problem(
          'overlap.worktreesUnreadable',
          'The worktrees could not be listed, so nobody knows who works on #{issue}: {reason}. Mend that, then try again.',
          { issue, reason: reasonOf(otherCheckouts.error) },
        ),
      },
    ];
  return otherCheckouts.value.flatMap((other) => [
    ...(competes(other, issue) ? [{ weight: 'blocker' as const, problem: ownedBy(other, issue) }] : []),
    ...dirtyNote(other, loadBearing),
  ]);
}

/** A worktree can be removed; the main checkout can't. */
const ownedBy = ({ path, branch }: OtherCheckout, issue: string): Problem =>
  path === '.'
    ? problem(
        'overlap.otherWorktree',
        'Issue #{issue} is worked on in the main checkout already, on {branch}. Go on there, or check out another branch there.',
        { issue, branch: branch ?? '' },
      )
    : problem(
        'overlap.otherWorktree',
        'Issue #{issue} is worked on in {path} already, on {branch}. Go on there, or remove that worktree.',
        { issue, path, branch: branch ?? '' },
      );

const competes = ({ branch }: OtherCheckout, issue: string): boolean => branch !== null && issueOf(branch) === issue;

function dirtyNote({ path, dirty }: OtherCheckout, loadBearing: readonly string[]): readonly Note[] {
  if (loadBearing.length === 0) return [];
  if (dirty === null)
    return [
      {
        weight: 'warning',
        problem:
          path === '.'
            ? problem(
                'overlap.dirtyUnknown',
                'The changes in the main checkout could not be looked at, so the same files may be changed there.',
                { path },
              )
            : problem(
                'overlap.dirtyUnknown',
                'The changes in {path} could not be looked at, so the same files may be changed there.',
                { path },
              ),
      },
    ];
  const both = loadBearing.filter((wanted) =>
    dirty.some((changed) => changed === wanted || (changed.endsWith('/') && wanted.startsWith(changed))),
  );
  return both.length === 0
    ? []
    : [
        {
          weight: 'warning',
          problem: dirtyIn(path, both),
        },
      ];
}

const dirtyIn = (path: string, files: readonly string[]): Problem =>
  path === '.'
    ? problem(
        'overlap.dirtyElsewhere',
        'The main checkout has changes in load-bearing files: {files}. Agree on who goes first.',
        { path, files: files.join(', ') },
      )
    : problem('overlap.dirtyElsewhere', '{path} has changes in load-bearing files: {files}. Agree on who goes first.', {
        path,
        files: files.join(', '),
      });
