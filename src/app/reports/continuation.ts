import { problem, type Problem } from '../../base/problem.ts';
import { isIssueLinked } from '../../core/branch/issue.ts';
import { ledgerSentence } from '../projections/facts.ts';
import type { ReportFacts } from './facts.ts';
import { gateOf } from './gate.ts';

/** Whether the work can go on by itself from here. */
export interface Continuation {
  readonly status: 'blocked' | 'repair-needed' | 'ready-for-preflight';
  readonly blockers: readonly string[];
  readonly warnings: readonly string[];
  readonly sentences: readonly string[];
  readonly nextCommand: string;
}

export function continuationOf(facts: ReportFacts): Continuation {
  const blockers: readonly Problem[] = isIssueLinked(facts.branch)
    ? []
    : [
        problem(
          'branch-not-ready',
          'No work goes on in {branch}. Switch to a branch of an issue, or let mam active-start --repair-branch make one.',
          { branch: facts.branch },
        ),
      ];
  const warnings: readonly Problem[] =
    facts.task === null ? [problem('task-not-linked', 'No task of the queue belongs to the work. Name one.')] : [];
  return {
    status: blockers.length > 0 ? 'blocked' : warnings.length > 0 ? 'repair-needed' : 'ready-for-preflight',
    blockers: blockers.map((one) => one.code),
    warnings: warnings.map((one) => one.code),
    sentences: [...blockers, ...warnings].map(ledgerSentence),
    nextCommand: blockers.length > 0 ? 'mam active-start --repair-branch' : gateOf(facts).nextCommand,
  };
}
