import { distinctProblems } from '../../base/distinctProblems.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { HandoffKnown } from '../handoff/types.ts';
import { covers } from '../lease/glob.ts';
import type { Classification } from '../surface/types.ts';
import * as reasons from './reasons.ts';

/** A text that a person may hand in: left out, named but not there, or looked at with so many findings. */
export type TextCheck = 'none' | 'missing' | number;

export interface ReadinessFacts {
  readonly files: readonly string[];
  /** Why the change may hold more files than these; null when all are known. */
  readonly unread: Problem | null;
  readonly surface: Classification;
  readonly task: string | null;
  /** Number of the task's pull request. */
  readonly pullRequest: string | null;
  readonly handoff: HandoffKnown;
  /** Findings of the privacy rules in what was written so far. */
  readonly privacyFindings: number;
  readonly body: TextCheck;
  readonly claim: TextCheck;
  /** Globs of the files that starting a task touches: queue and plans. */
  readonly startPaths: readonly string[];
}

export interface Readiness {
  /** 0 to 100. */
  readonly score: number;
  readonly decision: 'blocked' | 'review-before-ship' | 'ready-for-human-approval';
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Whether the task only starts: what it can't have yet is a warning then. */
  readonly taskStart: boolean;
}

const [perBlocker, perWarning, ready] = [30, 8, 80];

/** How far a change is from being shown to a person for approval. It decides nothing: the gate does. */
export function assessReadiness(facts: ReadinessFacts): Readiness {
  const taskStart =
    facts.task !== null &&
    facts.pullRequest === null &&
    facts.files.every((file) => facts.startPaths.some((glob) => covers(glob, file)));
  const early = earlyProblems(facts);
  const blockers = [...(taskStart ? [] : early), ...blockersOf(facts)];
  const warnings = [...(taskStart ? early : []), ...warningsOf(facts)];
  // Counted as they came: two reasons for one sentence weigh twice.
  const score = Math.min(100, Math.max(0, 100 - perBlocker * blockers.length - perWarning * warnings.length));
  return {
    score,
    decision: blockers.length > 0 ? 'blocked' : score >= ready ? 'ready-for-human-approval' : 'review-before-ship',
    blockers: distinctProblems(blockers),
    warnings: distinctProblems(warnings),
    taskStart,
  };
}

/** What a task that only starts can't have yet. */
const earlyProblems = ({ files, handoff, task }: ReadinessFacts): readonly Problem[] => [
  ...(files.length === 0 ? [reasons.noFiles()] : []),
  ...(handoff?.ok === false ? [] : reasons.handoffReasons(task, handoff)),
];

const blockersOf = (facts: ReadinessFacts): readonly Problem[] => [
  ...reasons.unreadFiles(facts.unread),
  // Even a task that only starts has notes that can be read.
  ...(facts.handoff?.ok === false ? reasons.handoffReasons(facts.task, facts.handoff) : []),
  ...(facts.surface.private
    ? [
        problem(
          'readiness.privateSurface',
          'The change touches private data ({surface}). Take that out of the change.',
          {
            surface: facts.surface.surface,
          },
        ),
      ]
    : []),
  ...(facts.privacyFindings > 0 ? [reasons.privacyFindings(facts.privacyFindings)] : []),
  ...textProblem(facts.body, reasons.bodyMissing(), (count) =>
    problem('readiness.body', 'The pull request text has {count} {count|finding|findings}. Mend it first.', { count }),
  ),
  ...textProblem(facts.claim, reasons.claimMissing(), reasons.claimFindings),
];

const textProblem = (check: TextCheck, missing: Problem, found: (count: number) => Problem): readonly Problem[] => {
  if (check === 'missing') return [missing];
  return typeof check === 'number' && check > 0 ? [found(check)] : [];
};

const warningsOf = ({ surface, ...facts }: ReadinessFacts): readonly Problem[] => [
  ...(surface.confidence === 'high' ? [] : [reasons.unclearSurface(surface)]),
  ...(surface.touched.some((rule) => rule.needsEvidence === true && rule.private !== true)
    ? [problem('readiness.benchmark', 'The change touches what is measured. Compare the results before it ships.')]
    : []),
  ...(surface.touched.some((rule) => rule.serial === true && rule.needsEvidence !== true && rule.private !== true)
    ? [
        problem(
          'readiness.runtime',
          'The change touches what everything else rests on ({surface}). Let it be reviewed in depth.',
          { surface: surface.surface },
        ),
      ]
    : []),
  ...(facts.task === null ? [reasons.noTask()] : []),
  ...(facts.body === 'none' ? [problem('readiness.noBody', 'There is no pull request text yet.')] : []),
  ...(facts.claim === 'none' ? [reasons.noClaim()] : []),
];
