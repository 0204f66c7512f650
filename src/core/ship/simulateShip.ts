import { problem, type Problem } from '../../base/problem.ts';
import type { HandoffKnown } from '../handoff/types.ts';
import type { Classification } from '../surface/types.ts';
import * as reasons from './reasons.ts';

export interface SimulationFacts {
  readonly task: string | null;
  readonly branch: string;
  /** The one that was named, else the one that the branch names. */
  readonly issue: string | null;
  /** Number of the branch's pull request. */
  readonly pullRequest: string | null;
  /** Why the change may hold more files than these; null when all are known. */
  readonly unread: Problem | null;
  readonly surface: Classification;
  readonly handoff: HandoffKnown;
}

export interface ShipSimulation {
  /** The first step that only a person takes. */
  readonly stopsBefore: 'pull request creation' | 'merge, close and branch deletion';
  readonly blockers: readonly Problem[];
}

/** How far shipping would come with this change, and what would stop it. It ships nothing. */
export const simulateShip = (facts: SimulationFacts): ShipSimulation => ({
  stopsBefore: facts.pullRequest === null ? 'pull request creation' : 'merge, close and branch deletion',
  blockers: [
    ...reasons.unreadFiles(facts.unread),
    ...reasons.branchReasons(facts.branch, facts.issue),
    ...(facts.surface.confidence === 'high' ? [] : [reasons.unclearSurface(facts.surface)]),
    ...facts.surface.touched
      .filter((rule) => rule.private === true || rule.needsEvidence === true)
      .map((rule) =>
        problem(
          'simulate.risky',
          'The change touches {surface}, which only a person ships. Ask one to look at the approval packet.',
          {
            surface: rule.surface,
          },
        ),
      ),
    ...(facts.task === null ? [reasons.noTask()] : []),
    ...reasons.handoffReasons(facts.task, facts.handoff),
  ],
});
