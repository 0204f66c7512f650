import { distinctProblems } from '../../base/distinctProblems.ts';
import { isConventional, issueOf } from '../branch/issue.ts';
import { isIntegrationBranch } from '../loop/names.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { checkoutNotes } from './checkouts.ts';
import { forgeNotes } from './forge.ts';
import type { Note } from './note.ts';
import type { OverlapFacts, OverlapResult } from './types.ts';

/** Whether somebody else already works on an issue or its branch. Only looks at facts; changes nothing. */
export function overlapPreflight(facts: OverlapFacts): OverlapResult {
  const notes = [...branchNotes(facts), ...checkoutNotes(facts), ...forgeNotes(facts), ...otherBranches(facts)];
  const of = (weight: Note['weight']): readonly Problem[] =>
    distinctProblems(notes.filter((note) => note.weight === weight).map((note) => note.problem));
  const [blockers, warnings] = [of('blocker'), of('warning')];
  return {
    result: blockers.length > 0 ? 'blocked' : warnings.length > 0 ? 'warn' : 'clear',
    blockers,
    warnings,
    evidence: of('evidence'),
  };
}

function branchNotes({ issue, branch }: OverlapFacts): readonly Note[] {
  // MAM's own branch names its task and no issue, so the one that is given is taken.
  if (isIntegrationBranch(branch)) return [];
  const found = issueOf(branch);
  if (found !== issue)
    return [
      {
        weight: 'blocker',
        problem: problem(
          'overlap.issueMismatch',
          'The branch {branch} is not for issue #{issue}. Name it <type>/issue-{issue}-<words>.',
          {
            branch,
            issue,
          },
        ),
      },
    ];
  return isConventional(branch)
    ? []
    : [
        {
          weight: 'blocker',
          problem: problem(
            'overlap.badBranch',
            'The branch {branch} is not named <type>/issue-{issue}-<words>. Rename it.',
            {
              branch,
              issue,
            },
          ),
        },
      ];
}

function otherBranches({ issue, branch, current, localBranches, remoteBranches }: OverlapFacts): readonly Note[] {
  const others = (names: readonly string[]): readonly string[] =>
    names.filter((name) => issueOf(name) === issue && name !== branch);
  const local = others(localBranches).filter((name) => name !== current.branch);
  const localNotes: readonly Note[] =
    local.length === 0
      ? []
      : [
          {
            weight: 'warning',
            problem: problem('overlap.localBranches', 'Other local branches are for issue #{issue}: {branches}.', {
              issue,
              branches: local.join(', '),
            }),
          },
        ];
  if (!remoteBranches.ok)
    return [
      ...localNotes,
      {
        weight: 'warning',
        problem: problem(
          'overlap.remotesUnreadable',
          'The branches of the remote could not be read, so work there may be missed.',
        ),
      },
    ];
  const remote = others(remoteBranches.value);
  return [
    ...localNotes,
    ...(remoteBranches.value.includes(branch)
      ? [
          {
            weight: 'warning' as const,
            problem: problem('overlap.remoteExists', 'The branch {branch} is on the remote already.', { branch }),
          },
        ]
      : []),
    ...(remote.length > 0
      ? [
          {
            weight: 'warning' as const,
            problem: problem(
              'overlap.remoteBranches',
              'Other branches of the remote are for issue #{issue}: {branches}. Go on with one of them, or ask who works there.',
              {
                issue,
                branches: remote.join(', '),
              },
            ),
          },
        ]
      : []),
  ];
}
