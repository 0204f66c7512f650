import { problem, type Problem } from '../../base/problem.ts';
import { isIntegrationBranch } from '../../core/loop/names.ts';
import { branchReasons } from '../../core/ship/reasons.ts';
import { markdownSentence } from '../projections/facts.ts';
import { branchCommand } from './branchCommand.ts';
import type { ReportFacts } from './facts.ts';
import { gateOf } from './gate.ts';

/** Whether the work can go on by itself from here. */
export interface Continuation {
  readonly status: 'blocked' | 'repair-needed' | 'ready-for-preflight';
  readonly blockers: readonly string[];
  readonly warnings: readonly string[];
  /** As Markdown. */
  readonly sentences: readonly string[];
  readonly nextCommand: string;
}

export function continuationOf(facts: ReportFacts): Continuation {
  const ready = branchReasons(facts.branch, facts.issue).length === 0;
  const blockers: readonly Problem[] = ready ? [] : [notReady(facts)];
  const warnings: readonly Problem[] =
    facts.task === null ? [problem('task-not-linked', 'No task of the queue belongs to the work. Name one.')] : [];
  return {
    status: blockers.length > 0 ? 'blocked' : warnings.length > 0 ? 'repair-needed' : 'ready-for-preflight',
    blockers: blockers.map((one) => one.code),
    warnings: warnings.map((one) => one.code),
    sentences: [...blockers, ...warnings].map(markdownSentence),
    nextCommand: ready ? gateOf(facts).nextCommand : branchCommand(facts),
  };
}

const notReady = ({ branch }: ReportFacts): Problem =>
  isIntegrationBranch(branch)
    ? problem('branch-not-ready', 'Nobody knows which issue {branch} is for. Name it with --issue.', { branch })
    : problem(
        'branch-not-ready',
        'No work goes on in {branch}. Switch to a branch of an issue, or let mam active-start --repair-branch make one.',
        { branch },
      );
