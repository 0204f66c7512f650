import { problem, type Problem } from '../../base/problem.ts';
import { shellIsFree } from '../../core/job/hold.ts';
import type { Hold, HoldLevel, HoldMeans } from '../../core/job/types.ts';
import { wholeRepository } from '../../core/lease/claims.ts';
import type { LaneSpec } from '../../app/ports/agents.ts';
import type { Limits } from './agent.ts';

/**
 * How far an agent keeps a lane to its limits. A writer has two, its worktree and its claim; a reader one, its worktree. A
 * hook counts once it has answered: an agent may be too old for it, or told not to run any. Neither a hook nor rules count
 * where the shell is free: its commands write what they like.
 */
export function holdOf(
  agent: string,
  spec: Pick<LaneSpec, 'access' | 'policy'>,
  limits: Limits | undefined,
  hookAnswered: boolean,
): Hold {
  const { worktree = null, claim = null, freeShell = true } = limits ?? {};
  const claims = spec.policy?.claims ?? [];
  const isNarrow = spec.access === 'write' && !wholeRepository.every((all) => claims.includes(all));
  const needed: readonly (HoldMeans | null)[] = isNarrow ? [worktree, claim] : [worktree];
  const works = (means: HoldMeans | null): means is HoldMeans => means !== null && (means !== 'hook' || hookAnswered);
  const levelOf = (means: HoldMeans | null): HoldLevel =>
    works(means) && (means === 'sandbox' || !freeShell) ? 'enforced' : 'advisory';
  const levels = needed.map(levelOf);
  const level = levels.includes('advisory') ? 'advisory' : 'enforced';
  return {
    level,
    worktree: levelOf(worktree),
    claim: isNarrow ? levelOf(claim) : null,
    by: [...new Set(needed.filter(works))],
    why: level === 'enforced' ? null : whyNot(agent, needed, needed.every(works), hookAnswered),
  };
}

function whyNot(
  agent: string,
  needed: readonly (HoldMeans | null)[],
  allWork: boolean,
  hookAnswered: boolean,
): Problem {
  if (allWork) return shellIsFree;
  return needed.includes('hook') && !hookAnswered
    ? problem(
        'lane.hookSilent',
        '{agent} has not called the hook that refuses what it may not write. Update it, and allow hooks in its settings.',
        { agent },
      )
    : problem(
        'lane.notHeld',
        '{agent} can’t be kept from writing elsewhere. MAM watches what it changes, and takes over what is inside the claim only.',
        { agent },
      );
}
