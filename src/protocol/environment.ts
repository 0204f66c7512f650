import type { SettingKey } from './settings.ts';

interface Alias {
  readonly key: SettingKey;
  /** The variable's text as a value of the setting; undefined where it asks for what holds anyway. */
  readonly read: (text: string) => unknown;
}

const asText = (text: string): unknown => text;

/** A whole number; anything else stays text, which the setting's schema refuses by name. */
const asNumber = (text: string): unknown => (/^-?\d+$/.test(text.trim()) ? Number(text) : text);

/** Seconds as whole minutes, never less than was asked for; 0 means no limit of one's own. */
const asMinutes = (text: string): unknown => {
  const seconds = asNumber(text);
  if (typeof seconds !== 'number') return seconds;
  return seconds === 0 ? undefined : Math.ceil(seconds / 60);
};

/** Off when it says so in one of the usual ways; anything else that is said is on. */
const asSwitch = (text: string): unknown => !['0', 'false', 'no'].includes(text.trim().toLowerCase());

const asCodexAuth = (text: string): unknown => ({ codex: text.trim() });

/**
 * Variables that set a setting under the name by which scripts around the loop know it. They rank below what a person
 * set in the settings, and a value that a setting can't have falls back to its default and is reported.
 */
export const aliases: Readonly<Record<string, Alias>> = {
  ACTIVE_TOPOLOGY: { key: 'mam.topology', read: asText },
  ACTIVE_AGENT_MIX: { key: 'mam.agentMix', read: asText },
  ACTIVE_LEASE_TTL_MINUTES: { key: 'mam.leases.ttlMinutes', read: asNumber },
  ACTIVE_CODEX_EXECUTABLE: { key: 'mam.agents.codexPath', read: asText },
  ACTIVE_CODEX_TIMEOUT_SECONDS: { key: 'mam.lanes.timeoutMinutes', read: asMinutes },
  BIDMATE_DUAL_LANE_ADVERSARIAL: { key: 'mam.review.dualLane', read: asSwitch },
  MAM_CODEX_AUTH: { key: 'mam.agents.auth', read: asCodexAuth },
  ACTIVE_CODEX_AUTH_MODE: { key: 'mam.agents.auth', read: asCodexAuth },
  START_TASK_LIMIT: { key: 'mam.loop.limit', read: asNumber },
};

/** What the environment says of a setting under such a name, or null. An empty variable says nothing. */
export function aliasOf(
  env: Readonly<Record<string, string | undefined>>,
  key: SettingKey,
): { readonly name: string; readonly value: unknown } | null {
  for (const [name, alias] of Object.entries(aliases)) {
    const text = env[name];
    if (alias.key !== key || text === undefined || text.trim() === '') continue;
    const value = alias.read(text);
    if (value !== undefined) return { name, value };
  }
  return null;
}
