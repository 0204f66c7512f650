import { join } from 'node:path';
import { workspace, type Memento, type SecretStorage, type Uri } from 'vscode';
import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { createOnceOnly } from '../adapters/files/onceOnly.ts';
import { userState } from '../adapters/store/userState.ts';
import type { App } from '../app/app.ts';
import { chatAnswer, type ChatAnswer, type ChatQuestion } from '../app/views/chat.ts';
import type { TreeNode } from '../app/views/treeNode.ts';
import type { RepositoryFacts } from '../app/ports/git.ts';
import type { Log } from '../app/ports/system.ts';
import { askMam } from '../host/askMam.ts';
import { shellFinder } from '../host/hostRegistry.ts';
import { openApp, type HostConfig } from '../host/openApp.ts';
import { openEditorPlaces, openTerminals } from '../host/openTerminals.ts';
import { installPrograms } from '../host/programs.ts';
import { isSample, sampleCheck } from '../host/sample/makeSample.ts';
import { newSample } from '../host/sample/newSample.ts';
import { aliasOf } from '../protocol/environment.ts';
import { readSettings, type SettingKey, type Settings } from '../protocol/settings.ts';
import { createChatTools, type ChatTools } from './chat/tools.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import { keepSettings } from './keptSettings.ts';
import { openPlaces } from './terminals/openPlaces.ts';
import { t } from './translate.ts';
import { createViewContext, sceneOf } from './viewContext.ts';

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
  readonly chatTools: ChatTools;
  /** Answers a question of the editor's chat from what is known now. */
  readonly answer: (inbox: readonly TreeNode[], question: ChatQuestion) => ChatAnswer;
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

/** A sample in a folder of its own below the user's state, where no repository is in its way. */
export const createSample = (): Promise<Result<string, Problem>> =>
  newSample(join(userState(), 'samples'), process.env);

/** The second half of the extension, in a bundle of its own: opened when the first half knows that it is wanted. */
export const openEngine = async (request: EngineRequest): Promise<Result<OpenedEngine, Problem>> => {
  const { folder, log, setting, version } = request;
  const readAll = (): Settings => {
    const { settings: read, wrong } = readSettings((key) => setting(key) ?? aliasOf(process.env, key)?.value);
    if (wrong.length > 0) log.warn('settings of the wrong form; their defaults hold', { keys: wrong.join(', ') });
    return read;
  };
  const programs = await installPrograms(join(request.extension.fsPath, 'dist'), userState(), version);
  if (!programs.ok) return programs;
  const kept = keepSettings(readAll, (changed) =>
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('mam')) changed();
    }),
  );
  const settings = kept.now;
  // Started from a desktop, an editor may have a short PATH.
  const find = shellFinder(process.env, folder);
  const deps = { settings, programs: programs.value, env: process.env, find };
  const here: { terminals?: WindowTerminals } = {};
  const opened = await openApp({
    terminals: (facts) => {
      here.terminals = openWindowTerminals(facts, deps);
      return { editor: here.terminals.places };
    },
    folder,
    host: 'editor',
    label: t('VS Code window, pid {pid}', { pid: process.pid }),
    version,
    settings,
    log,
    programs: programs.value,
    env: process.env,
    find,
    seals: [secretSeal(request.secrets, folder)],
  });
  if (!opened.ok) {
    kept.dispose();
    here.terminals?.shown.dispose();
    return opened;
  }
  const app = opened.value;
  const { agentTerminals, shown } = here.terminals ?? openWindowTerminals(app.facts, deps);
  const sample = (await isSample(app.facts.controlRoot, process.env)) ? { check: sampleCheck } : null;
  const tellsFirst = createOnceOnly(join(app.facts.commonDir, 'mam', 'told'));
  const mam = join(app.binFolder, process.platform === 'win32' ? 'mam.cmd' : 'mam');
  // Marked as started by MAM, so that it never counts as a person's own terminal.
  const asked = { program: [mam], cwd: app.facts.controlRoot, env: { ...process.env, MAM_TERMINAL: 'chat' } } as const;
  return ok({
    app,
    chatTools: createChatTools(app, (command) => askMam(asked, command)),
    answer: (inbox, question) => chatAnswer(createViewContext(app), sceneOf(app), inbox, question),
    interactions: createInteractions({ ...request, app, settings, kept, agentTerminals, shown, sample, tellsFirst }),
  });
};

type WindowTerminals = ReturnType<typeof openWindowTerminals>;

/** The agents' terminals of this window, for a person and as places for agent sessions. */
const openWindowTerminals = (facts: RepositoryFacts, deps: Omit<Parameters<typeof openTerminals>[0], 'facts'>) => {
  const agentTerminals = openTerminals({ ...deps, facts });
  const { shown, screens } = openPlaces(agentTerminals);
  return { agentTerminals, shown, places: openEditorPlaces(facts, agentTerminals, screens) };
};
