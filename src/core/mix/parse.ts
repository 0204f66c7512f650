import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { MixTarget } from './types.ts';

/** What each agent gets that is not named. */
export const evenMix: MixTarget = { claude: 5, codex: 5 };

/** Reads `claude=5,codex=5`: names in any case, blanks left out, what is missing keeps its 5. */
export function parseMix(text: string): Result<MixTarget, Problem> {
  let mix = evenMix;
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [, name = '', share = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const agent = name.trim().toLowerCase();
    if (agent !== 'claude' && agent !== 'codex') return err(bad(part));
    if (!/^\d{1,6}$/.test(share.trim())) return err(bad(part));
    mix = { ...mix, [agent]: Number(share) };
  }
  return ok(mix);
}

const bad = (part: string): Problem =>
  problem(
    'mix.invalid',
    '{part} is no share of the agent mix. Write shares of claude and codex as whole numbers, such as claude=5,codex=5.',
    { part },
  );
