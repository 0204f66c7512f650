import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { aliasOf } from '../protocol/environment.ts';
import {
  readSettings,
  settingKeys,
  settingSchemas,
  topologyOf,
  type SettingKey,
  type Settings,
} from '../protocol/settings.ts';
import type { Environment } from './cli.ts';

/** Where this user's settings for the CLI lie. */
export const settingsFile = (env: Environment): string =>
  join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'mam', 'settings.json');

/** `mam.lanes.timeoutMinutes` is `MAM_LANES_TIMEOUT_MINUTES`. */
export const variableOf = (key: SettingKey): string =>
  key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase();

type Layer = Readonly<Partial<Record<SettingKey, unknown>>>;

/** Where a setting's value comes from, and the name by which a person finds it: an option, a variable, a file. */
export interface SettingSource {
  readonly kind: 'option' | 'variable' | 'file' | 'default';
  readonly name: string;
}

const nowhere: SettingSource = { kind: 'default', name: '' };

interface Read {
  readonly settings: Settings;
  /** Where each value comes from; of one that can't be, the default holds. */
  readonly sourceOf: (key: SettingKey) => SettingSource;
  readonly problems: readonly Problem[];
}

/**
 * Settings of the CLI: options over `MAM_*` variables over the user's file over the variables of other names over
 * defaults. Nothing of the repository is read: whoever can commit a file must not decide which commands may run.
 */
export function createSettings(env: Environment, options: Layer): Read {
  const path = settingsFile(env);
  const file = readFile(path);
  const look = (key: SettingKey): { readonly source: SettingSource; readonly value: unknown } => {
    if (options[key] !== undefined) return { source: { kind: 'option', name: '' }, value: options[key] };
    const own = fromVariable(key, env[variableOf(key)]);
    if (own !== undefined) return { source: { kind: 'variable', name: variableOf(key) }, value: own };
    const filed = file.values[key] ?? undefined;
    if (filed !== undefined) return { source: { kind: 'file', name: path }, value: filed };
    const alias = aliasOf(env, key);
    if (alias) return { source: { kind: 'variable', name: alias.name }, value: alias.value };
    return { source: nowhere, value: undefined };
  };
  const found = new Map(settingKeys.map((key) => [key, look(key)]));
  const read = readSettings((key) => found.get(key)?.value);
  const foundIn = (key: SettingKey): SettingSource => found.get(key)?.source ?? nowhere;
  // A topology that a person set stands, and is refused by name where it is used; a script's variable only offers one.
  const offered = aliasOf(env, 'mam.topology')?.name === foundIn('mam.topology').name && !topologyOf(read.settings).ok;
  const wrong: readonly SettingKey[] = offered ? [...read.wrong, 'mam.topology'] : read.wrong;
  const settings = offered
    ? { ...read.settings, 'mam.topology': settingSchemas['mam.topology'].parse(undefined) }
    : read.settings;
  const sourceOf = (key: SettingKey): SettingSource => (wrong.includes(key) ? nowhere : foundIn(key));
  return {
    settings,
    sourceOf,
    problems: [
      ...file.problems,
      ...unknownKeys(path, file.values),
      ...wrong.map((key) => wrongValue(key, foundIn(key))),
    ],
  };
}

const wrongValue = (key: SettingKey, { name }: SettingSource): Problem =>
  problem('settings.wrong', '{key} has a value that it can’t have, so its default holds. Look into {place}.', {
    key,
    place: name || '-',
  });

/** Names of MAM's that no setting has: most likely misspelt, and without effect. */
const unknownKeys = (path: string, values: Layer): readonly Problem[] =>
  Object.keys(values)
    .filter((key) => key.startsWith('mam.') && !settingKeys.some((known) => known === key))
    .map((key) =>
      problem('settings.unknownKey', '{path} has {key}, which is no setting. Correct its name, or remove it.', {
        path,
        key,
      }),
    );

/** A variable is text where the setting is text, and JSON where it is not. */
function fromVariable(key: SettingKey, value: string | undefined): unknown {
  if (value === undefined || value === '') return undefined;
  if (settingSchemas[key].safeParse(value).success) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function readFile(path: string): { readonly values: Layer; readonly problems: readonly Problem[] } {
  let text: string;
  try {
    // Reading a pipe would wait for somebody to write.
    if (!statSync(path).isFile()) return { values: {}, problems: [unreadable(path, 'it is no file')] };
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { values: {}, problems: [] };
    return { values: {}, problems: [unreadable(path, error)] };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { values: value, problems: [] };
    return { values: {}, problems: [unreadable(path, 'it is no JSON object')] };
  } catch (error) {
    return { values: {}, problems: [unreadable(path, error)] };
  }
}

const unreadable = (path: string, error: unknown): Problem =>
  problem('settings.unreadable', '{path} can’t be read, so it is left out: {reason}. Write it as one JSON object.', {
    path,
    reason: error instanceof Error ? error.message : String(error),
  });
