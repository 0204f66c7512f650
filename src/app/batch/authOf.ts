import type { BatchOptions } from '../../core/batch/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { AgentStatus } from '../ports/agents.ts';

/** With what sign-in codex may work for these agents' lanes, and what was found of it. */
export const authOf = (
  settings: Settings,
  agents: readonly string[],
  statuses: Readonly<Record<string, AgentStatus>>,
): BatchOptions['auth'] => ({
  mode: settings['mam.agents.auth']['codex'] === 'any' ? 'any' : 'chatgpt',
  status: agents.includes('codex') ? authStatus(statuses['codex']) : 'not-needed',
});

function authStatus(status: AgentStatus | undefined): BatchOptions['auth']['status'] {
  if (!status) return 'not-checked';
  if (status.kind !== 'ready') return 'blocked';
  return status.warning ? 'skipped' : 'ok';
}
