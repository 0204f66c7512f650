import { roleToken } from '../model/roleToken.ts';
import { gap } from './share.ts';
import type { MixAgent, MixTarget } from './types.ts';

/** Who is better at what, whatever the mix. A role that isn't here goes by the mix alone. */
const priors: Readonly<Record<string, MixAgent>> = {
  REVIEWER: 'codex',
  DEEP_REVIEWER: 'codex',
  CI: 'codex',
  EVAL: 'claude',
  PLANNER: 'claude',
  EXPERIMENT_SCOUT: 'claude',
};

/**
 * The agent for a role: the one with the higher score of its prior and of what it is below its share of the work of late.
 * Claude when both are equal.
 */
export function chooseAgent(role: string, target: MixTarget, rolling: MixTarget): MixAgent {
  const prior = Object.hasOwn(priors, roleToken(role)) ? priors[roleToken(role)] : undefined;
  const score = (agent: MixAgent): number => (prior === agent ? 1 : 0) + gap(agent, target, rolling);
  return score('claude') >= score('codex') ? 'claude' : 'codex';
}
