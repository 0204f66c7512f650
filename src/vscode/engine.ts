import { join } from 'node:path';
import type { Memento, SecretStorage, Uri } from 'vscode';
import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { userState } from '../adapters/store/userState.ts';
import type { App } from '../app/app.ts';
import type { Log } from '../app/ports/system.ts';
import { openApp, type HostConfig } from '../host/openApp.ts';
import { installPrograms } from '../host/programs.ts';
import { aliasOf } from '../protocol/environment.ts';
import { readSettings, type SettingKey, type Settings } from '../protocol/settings.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import { t } from './translate.ts';

export interface EngineRequest {
  readonly folder: string;
  /** A setting as a person set it, as it is now; undefined where nobody did. */
  readonly setting: (key: SettingKey) => unknown;
  readonly log: Log;
  readonly secrets: SecretStorage;
  readonly memory: Memento;
  /** Root of the installed extension. */
  readonly extension: Uri;
  readonly version: string;
}

export interface OpenedEngine {
  readonly app: App;
  readonly interactions: Interactions;
}

type Seal = NonNullable<HostConfig['seals']>[number];

/** A second place that remembers the head of the log, out of reach of whoever can write files. */
const secretSeal = (secrets: SecretStorage, folder: string): Seal => {
  const key = `seal:${folder}`;
  return {
    name: 'editor secret storage',
    write: async (head) => secrets.store(key, JSON.stringify(head)),
    read: async () => {
      const text = await secrets.get(key);
      return text === undefined ? null : JSON.parse(text);
    },
  };
};

/** The second half of the extension, in a bundle of its own: opened when the first half knows that it is wanted. */
export const openEngine = async (request: EngineRequest): Promise<Result<OpenedEngine, Problem>> => {
  const { folder, log, setting, version } = request;
  const settings = (): Settings => {
    const { settings: read, wrong } = readSettings((key) => setting(key) ?? aliasOf(process.env, key)?.value);
    if (wrong.length > 0) log.warn('settings of the wrong form; their defaults hold', { keys: wrong.join(', ') });
    return read;
  };
  const opened = await openApp({
    folder,
    host: 'editor',
    label: t('VS Code window, pid {pid}', { pid: process.pid }),
    version,
    settings,
    log,
    programs: await installPrograms(join(request.extension.fsPath, 'dist'), userState(), version),
    env: process.env,
    seals: [secretSeal(request.secrets, folder)],
  });
  if (!opened.ok) return opened;
  const app = opened.value;
  void app
    .followOverlaps()
    .catch((error: unknown) => log.error('worktrees can’t be compared', { reason: String(error) }));
  return ok({ app, interactions: createInteractions({ ...request, app, settings }) });
};
