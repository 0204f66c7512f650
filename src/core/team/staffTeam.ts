import { splitWorkers } from '../mix/splitWorkers.ts';
import type { MixTarget } from '../mix/types.ts';

/** Workers of a team where nobody said how many. */
const usualMost = 3;

/** The most workers that a variable allows: a whole number, at least one; anything that is none counts as unsaid. */
export function readMostWorkers(value: string | undefined): number {
  const text = (value ?? '').trim();
  return /^[+-]?\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : usualMost;
}

/** How many workers of each agent: those of the agent that was asked for, else by the mix. `serial` allows one alone. */
export function staffTeam(
  agent: string | null,
  mix: MixTarget,
  { most, atOnce, serial }: { readonly most: number; readonly atOnce: number; readonly serial: boolean },
): MixTarget {
  if (agent === 'claude') return { claude: 1, codex: 0 };
  if (agent === 'codex') return { claude: 0, codex: 1 };
  if (serial) return mix.claude >= mix.codex ? { claude: 1, codex: 0 } : { claude: 0, codex: 1 };
  return splitWorkers(mix, Math.max(1, Math.min(most, atOnce)));
}

/** `1:claude,2:codex`: an agent without workers is left out. */
export const workersWord = ({ claude, codex }: MixTarget): string =>
  [
    [claude, 'claude'],
    [codex, 'codex'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, agent]) => `${count}:${agent}`)
    .join(',');

export const countWorkers = ({ claude, codex }: MixTarget): number => claude + codex;
