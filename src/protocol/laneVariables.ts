import type { ModelWishes } from '../core/model/types.ts';

/** `MAM_CLAUDE_LANE_REVIEWER_MODEL`: an agent, perhaps a role, and which of both. Scripts around the loop write another first word. */
const variable = /^(MAM|BIDMATE)_([A-Z0-9][A-Z0-9_]*?)_LANE_(?:([A-Z0-9_]+)_)?(MODEL|EFFORT)$/;

/** What scripts around the loop start codex with, whatever the role. */
const modelOfCodex = 'ACTIVE_CODEX_MODEL';

/** What the environment says of the models and efforts of lanes. MAM's own name counts over the other; an empty variable says nothing. */
export function laneVariables(env: Readonly<Record<string, string | undefined>>): ModelWishes {
  const wishes: Record<string, Record<string, { model?: string; effort?: string }>> = {};
  for (const name of Object.keys(env).toSorted()) {
    const [, first, agentWord = '', role = '*', field] = variable.exec(name) ?? [];
    const text = env[name]?.trim() ?? '';
    if (field === undefined || text === '') continue;
    const agent = agentWord.toLowerCase().replaceAll('_', '-');
    const wish = ((wishes[agent] ??= {})[role] ??= {});
    const key = field === 'MODEL' ? 'model' : 'effort';
    if (first === 'MAM' || wish[key] === undefined) wish[key] = text;
  }
  const codexModel = env[modelOfCodex]?.trim() ?? '';
  const codex = wishes['codex']?.['*'];
  return codexModel === '' || codex?.model !== undefined
    ? wishes
    : { ...wishes, codex: { ...wishes['codex'], '*': { ...codex, model: codexModel } } };
}
