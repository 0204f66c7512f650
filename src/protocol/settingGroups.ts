import type { SettingKey } from './settings.ts';

/** Sections of the settings page, in its order. */
export const settingGroups = [
  'team',
  'loop',
  'lanes',
  'autotune',
  'gate',
  'privacy',
  'leases',
  'worktrees',
  'ship',
  'bus',
  'window',
] as const;

type SettingGroup = (typeof settingGroups)[number];

/** The word after `mam.`, which a setting shares with those that belong to it. */
type Area<Key extends SettingKey = SettingKey> = Key extends `mam.${infer First}.${string}`
  ? First
  : Key extends `mam.${infer Only}`
    ? Only
    : never;

const groupOfArea: Readonly<Record<Area, SettingGroup>> = {
  topology: 'team',
  topologies: 'team',
  agents: 'team',
  agentMix: 'team',
  completion: 'team',
  herdr: 'team',
  base: 'loop',
  loop: 'loop',
  pool: 'loop',
  queue: 'loop',
  lanes: 'lanes',
  runner: 'lanes',
  patch: 'lanes',
  apply: 'lanes',
  autotune: 'autotune',
  checks: 'gate',
  review: 'gate',
  loadBearing: 'gate',
  surfaces: 'gate',
  claims: 'gate',
  handoff: 'gate',
  validation: 'gate',
  privacy: 'privacy',
  leases: 'leases',
  notifications: 'window',
  worktrees: 'worktrees',
  branches: 'ship',
  forge: 'ship',
  ship: 'ship',
  bus: 'bus',
};

const isArea = (word: string): word is Area => Object.hasOwn(groupOfArea, word);

/** The section in which a setting stands; the compiler asks for one when a setting begins a new area. */
export const groupOf = (key: SettingKey): SettingGroup => {
  const area = key.split('.')[1] ?? '';
  if (!isArea(area)) throw new Error(`${key} belongs to no group of settings`);
  return groupOfArea[area];
};
