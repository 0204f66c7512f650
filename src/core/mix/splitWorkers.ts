import { roundHalfEven } from '../../base/roundHalfEven.ts';
import type { MixTarget } from './types.ts';

/** So many workers of each agent, `most` together and at least one: by the shares of the mix, rounded half to even. */
export function splitWorkers(mix: MixTarget, most: number): MixTarget {
  const { claude, codex } = mix;
  const total = claude + codex;
  if (total === 0) return { claude: 1, codex: 0 };
  if (codex === 0) return { claude: most, codex: 0 };
  if (claude === 0) return { claude: 0, codex: most };
  const workers = { claude: roundHalfEven((most * claude) / total), codex: roundHalfEven((most * codex) / total) };
  const over = Math.max(0, workers.claude + workers.codex - most);
  if (over > 0)
    return workers.claude < workers.codex
      ? { ...workers, claude: workers.claude - over }
      : { ...workers, codex: workers.codex - over };
  if (workers.claude + workers.codex > 0) return workers;
  return claude >= codex ? { claude: 1, codex: 0 } : { claude: 0, codex: 1 };
}
