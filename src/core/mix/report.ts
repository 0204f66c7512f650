import { gap } from './share.ts';
import type { MixAgent, MixTarget } from './types.ts';

/** Work units by which the agents may differ before the mix should be brought back, as the contract has it. */
export const toleratedSkew = 2;

/** How the work of late stands against the mix that is wanted. */
export interface MixReport {
  readonly target: MixTarget;
  readonly rolling: MixTarget;
  readonly skew: number;
  readonly tolerance: number;
  readonly withinTolerance: boolean;
  /** Who should get the next work. */
  readonly recommended: MixAgent;
}

/** Recommends the agent that is furthest below its share; claude when both are as far. */
export function mixReport(target: MixTarget, rolling: MixTarget): MixReport {
  const skew = Math.abs(rolling.claude - rolling.codex);
  return {
    target,
    rolling,
    skew,
    tolerance: toleratedSkew,
    withinTolerance: skew <= toleratedSkew,
    recommended: gap('claude', target, rolling) >= gap('codex', target, rolling) ? 'claude' : 'codex',
  };
}
