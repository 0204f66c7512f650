import type { SettingKey, Settings } from '../protocol/settings.ts';

/** The settings with the paths of agents' programs, for agents that have one. */
const pathSettings = { codex: 'mam.agents.codexPath', claude: 'mam.agents.claudePath' } as const satisfies Readonly<
  Record<string, SettingKey>
>;

const hasSetting = (agent: string): agent is keyof typeof pathSettings => Object.hasOwn(pathSettings, agent);

export const pathSetting = (agent: string): SettingKey | null => (hasSetting(agent) ? pathSettings[agent] : null);

/** The path that a person set for an agent's program; empty for none. */
export const chosenPath = (settings: Settings, agent: string): string =>
  hasSetting(agent) ? settings[pathSettings[agent]] : '';
