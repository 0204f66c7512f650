import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { readSettings, settingSchemas, type SettingKey, type Settings } from '../protocol/settings.ts';
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

/**
 * Settings of the CLI: options over `MAM_*` variables over the user's file over defaults. Nothing of the repository is
 * read: whoever can commit a file must not decide which commands may run.
 */
export function createSettings(
  env: Environment,
  options: Layer,
): { readonly settings: Settings; readonly problems: readonly Problem[] } {
  const path = settingsFile(env);
  const file = readFile(path);
  const { settings, wrong } = readSettings(
    (key) => options[key] ?? fromVariable(key, env[variableOf(key)]) ?? file.values[key],
  );
  const bad = wrong.map((key) =>
    problem(
      'settings.wrong',
      '{key} has a value that it can’t have, so its default holds. Look into {path} and {variable}.',
      {
        key,
        path,
        variable: variableOf(key),
      },
    ),
  );
  return { settings, problems: [...file.problems, ...bad] };
}

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
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { values: {}, problems: [] };
    return { values: {}, problems: [unreadable(path, error)] };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { values: value, problems: [] };
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
