import { problem } from '../../base/problem.ts';
import { issueOf } from '../branch/issue.ts';
import type { Note } from './note.ts';
import { reasonOf } from './reasonOf.ts';
import type { OtherCheckout, OverlapFacts } from './types.ts';

/** What the checkouts of this machine say: where this one stands, and who else works on the issue. */
export const checkoutNotes = (facts: OverlapFacts): readonly Note[] => [
  // Without the list nobody knows what is checked out here either.
  ...(facts.otherCheckouts.ok ? currentNotes(facts) : []),
  ...baseNotes(facts),
  ...otherNotes(facts),
];

function currentNotes({ current, issue, branch }: OverlapFacts): readonly Note[] {
  if (current.branch === null)
    return [
      {
        weight: 'blocker',
        problem: problem('overlap.detached', 'No branch is checked out in {path}. Check one out first.', {
          path: current.path,
        }),
      },
    ];
  const found = issueOf(current.branch);
  if (found !== null && found !== issue)
    return [
      {
        weight: 'blocker',
        problem: problem(
          'overlap.wrongIssueCheckout',
          '{path} has {current} checked out, which is for issue #{found} and not #{issue}. Work on #{issue} in a checkout of its own.',
          { path: current.path, current: current.branch, found, issue },
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

function baseNotes({ base, current }: OverlapFacts): readonly Note[] {
  if (!base.ok)
    return [
      {
        weight: 'warning',
        problem: problem(
          'overlap.baseUnresolved',
          'The shared base branch was not found, so nobody knows whether this checkout is up to date.',
        ),
      },
    ];
  const { name, contained } = base.value;
  if (contained)
    return [
      { weight: 'evidence', problem: problem('overlap.baseContained', 'The checkout contains {name}.', { name }) },
    ];
  // Without a branch the checkout is named as a problem already, and without a commit it is behind nothing.
  if (current.branch === null || current.head === null) return [];
  return [
    {
      weight: 'blocker',
      problem: problem('overlap.staleBase', '{path} does not contain {name}. Rebase or merge it first.', {
        path: current.path,
        name,
      }),
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
    ...(competes(other, issue)
      ? [
          {
            weight: 'blocker' as const,
            problem: problem(
              'overlap.otherWorktree',
              'Issue #{issue} is worked on in {path} already, on {branch}. Go on there, or remove that worktree.',
              {
                issue,
                path: other.path,
                branch: other.branch ?? '',
              },
            ),
          },
        ]
      : []),
    ...dirtyNote(other, loadBearing),
  ]);
}

/** A cycle's own branch names its task and no issue. Leaving worktrees out by their path would hide real owners. */
const competes = ({ branch }: OtherCheckout, issue: string): boolean => branch !== null && issueOf(branch) === issue;

function dirtyNote({ path, dirty }: OtherCheckout, loadBearing: readonly string[]): readonly Note[] {
  const both = loadBearing.filter((wanted) =>
    dirty.some((changed) => changed === wanted || (changed.endsWith('/') && wanted.startsWith(changed))),
  );
  return both.length === 0
    ? []
    : [
        {
          weight: 'warning',
          problem: problem(
            'overlap.dirtyElsewhere',
            '{path} has changes in load-bearing files: {files}. Agree on who goes first.',
            {
              path,
              files: both.join(', '),
            },
          ),
        },
      ];
}
