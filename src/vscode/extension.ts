import { createRequire } from 'node:module';
import { window, workspace, type ExtensionContext, type WorkspaceFolder } from 'vscode';
import { registerParticipant } from './chat/participant.ts';
import { registerTools } from './chat/registerTools.ts';
import type * as Engine from './engine.ts';
import { createEngineLink, type EngineLink } from './engineLink.ts';
import { registerGitDocuments } from './gitDocuments.ts';
import { registerJobTimelines } from './jobTimelines.ts';
import { showLoopProgress } from './loopProgress.ts';
import { createLog } from './log.ts';
import { registerMcpServers } from './mcpServers.ts';
import { registerCommands } from './registerCommands.ts';
import { registerLanguage } from './registerLanguage.ts';
import { registerRescuePages } from './rescuePages.ts';
import { registerSerializers } from './registerSerializers.ts';
import { registerSetUpPages } from './setUpPages.ts';
import { createStatusBar } from './statusBar.ts';
import { registerTerminalProfiles } from './terminals/profiles.ts';
import { registerTranscripts } from './transcripts.ts';
import { createTrySample } from './trySample.ts';
import { registerAccessibilityHelp, showAccessibilityHelp } from './accessibilityHelp.ts';
import { createTrees } from './views/trees.ts';
import { goOnWithWalkthrough, openWalkthrough } from './walkthrough.ts';

/** A bundle of its own beside this one: it costs nothing until it is asked for. */
const loadEngine = (): typeof Engine => {
  const engine: typeof Engine = createRequire(import.meta.url)('./engine.cjs');
  return engine;
};

/** A setting that a person set somewhere; one that only has its default leaves the word to others. */
const chosenSetting = (folder: WorkspaceFolder, key: string): unknown => {
  const all = workspace.getConfiguration(undefined, folder.uri);
  const { globalValue, workspaceValue, workspaceFolderValue } = all.inspect(key) ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue].every((value) => value === undefined)
    ? undefined
    : all.get(key);
};

/** Registers everything at once and runs nothing: the engine comes when the workspace is trusted and something needs it. */
const start = (context: ExtensionContext): EngineLink => {
  const channel = window.createOutputChannel('Multi-Agent Mux', { log: true });
  const log = createLog(channel);
  const link = createEngineLink((folder) =>
    loadEngine().openEngine({
      folder: folder.uri.fsPath,
      setting: (key) => chosenSetting(folder, key),
      log,
      secrets: context.secrets,
      memory: context.workspaceState,
      extension: context.extensionUri,
      version: String(context.extension.packageJSON.version),
    }),
  );
  const trySample = createTrySample(() => loadEngine().createSample(), context.globalState);
  void goOnWithWalkthrough(context);
  context.subscriptions.push(
    channel,
    createTrees(link),
    createStatusBar(link),
    showLoopProgress(link),
    registerCommands({
      link,
      log,
      handlers: { showLog: () => channel.show(), trySample, openWalkthrough, accessibilityHelp: showAccessibilityHelp },
    }),
    registerAccessibilityHelp(),
    registerGitDocuments(link),
    registerSerializers(link),
    registerLanguage(context, link),
    registerTerminalProfiles(link),
    registerTranscripts(link),
    registerMcpServers(link, String(context.extension.packageJSON.version)),
    registerTools(link),
    registerParticipant(link),
    registerJobTimelines(link),
    registerRescuePages(link),
    registerSetUpPages(link),
  );
  return link;
};

/** The two doors that VS Code knows; the second waits until nothing of the first runs any more. */
const createExtension = () => {
  let link: EngineLink | null = null;
  return {
    activate: (context: ExtensionContext): void => {
      link = start(context);
    },
    deactivate: async (): Promise<void> => link?.close(),
  };
};

export const { activate, deactivate } = createExtension();
