import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { HandoffKnown } from '../handoff/types.ts';
import type { Classification } from '../surface/types.ts';
import * as reasons from './reasons.ts';

export type Evaluation = 'auto' | 'skip' | 'async';

/** What a person chooses. */
export interface AutoShipChoice {
  /** Digits and a unit, such as `2h`. */
  readonly ttl: string;
  readonly evaluation: Evaluation;
  readonly draft: boolean;
  readonly dryRun: boolean;
}

export interface AutoShipFacts {
  readonly files: readonly string[];
  /** Why the change may hold more files than these; null when all are known. */
  readonly unread: Problem | null;
  readonly task: string | null;
  /** `HEAD` or `unknown` when there is none. */
  readonly branch: string;
  /** The one that was named, else the one that the branch names. */
  readonly issue: string | null;
  readonly surface: Classification;
  readonly handoff: HandoffKnown;
  /** A ship was armed, or is under way, by scripts around the loop. */
  readonly armed: boolean;
  readonly active: boolean;
}

export interface AutoShipPlan {
  readonly decision: 'blocked' | 'dry-run-first' | 'arm-draft-auto-ship' | 'arm-ready-auto-ship';
  readonly draft: boolean;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** What a ship command gets of it, each as `NAME=value`. */
  readonly variables: readonly string[];
}

/** Whether and how a change may be shipped without anybody at the screen. It arms nothing. */
export function planAutoShip(facts: AutoShipFacts, choice: AutoShipChoice): AutoShipPlan {
  const blockers = blockersOf(facts);
  const risky = facts.surface.touched.some(
    (rule) => rule.private === true || rule.needsEvidence === true || rule.serial === true,
  );
  const unsure = facts.surface.confidence !== 'high';
  const draft = choice.draft || blockers.length > 0 || unsure || risky;
  const decision =
    blockers.length > 0
      ? 'blocked'
      : choice.dryRun
        ? 'dry-run-first'
        : draft
          ? 'arm-draft-auto-ship'
          : 'arm-ready-auto-ship';
  return {
    decision,
    draft,
    blockers,
    warnings: [
      ...(facts.files.length === 0 ? [reasons.noFiles()] : []),
      ...(facts.task === null ? [reasons.noTask()] : []),
      ...(unsure ? [reasons.unclearSurface(facts.surface)] : []),
      ...(risky
        ? [
            problem('plan.risky', 'The change touches {surface}, so it would ship as a draft.', {
              surface: facts.surface.surface,
            }),
          ]
        : []),
      ...(choice.evaluation === 'skip'
        ? [
            problem(
              'plan.noEvaluation',
              'The evaluation of real data is skipped. Choose auto or async with --real-eval to have it.',
            ),
          ]
        : []),
    ],
    variables: [
      `TTL=${choice.ttl}`,
      `REAL_EVAL=${choice.evaluation}`,
      `DRAFT=${String(draft)}`,
      `DRY_RUN=${choice.dryRun ? 1 : 0}`,
    ],
  };
}

function blockersOf(facts: AutoShipFacts): readonly Problem[] {
  return [
    ...reasons.unreadFiles(facts.unread),
    ...reasons.branchReasons(facts.branch, facts.issue),
    ...(facts.armed
      ? [
          problem(
            'plan.armed',
            'A ship is armed already (.claude/.ship-armed). Let it run, or disarm it before another one.',
          ),
        ]
      : []),
    ...(facts.active
      ? [problem('plan.active', 'A ship is under way (.claude/.ship-pr-active). Wait for its end before another one.')]
      : []),
    ...reasons.handoffReasons(facts.task, facts.handoff),
  ];
}

/** A time such as `2h` or `30 m`, without its blanks. */
export function parseTtl(text: string): Result<string, Problem> {
  const ttl = text.replaceAll(/\s/g, '');
  return /^[1-9]\d{0,5}[smhd]$/.test(ttl)
    ? ok(ttl)
    : err(
        problem('plan.badTtl', '{value} is no time. Write digits and one of s, m, h and d, such as 2h.', {
          value: text,
        }),
      );
}
