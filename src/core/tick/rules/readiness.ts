import { problem } from '../../../base/problem.ts';
import { whenExecuting, type TickRule } from '../rule.ts';

/** The readiness score, which counts everything that a person would still ask about. */
export const readiness: TickRule = (scene) => {
  const { score, decision, blockers, warnings } = scene.facts.readiness;
  const stop =
    blockers.length > 0
      ? [
          problem(
            'tick.readiness',
            'The change is not ready: {decision}, {score} of 100. The reasons are named next.',
            {
              decision,
              score,
            },
          ),
          ...blockers,
        ]
      : [];
  const found = whenExecuting(scene, stop);
  return {
    ...found,
    warnings: [...(found.warnings ?? []), ...warnings],
    evidence: [problem('tick.readinessScore', 'Readiness: {decision}, {score} of 100.', { decision, score })],
  };
};
