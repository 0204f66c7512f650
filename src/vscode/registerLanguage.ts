import { createRequire } from 'node:module';
import { languages, workspace, type Disposable, type ExtensionContext } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { EngineLink } from './engineLink.ts';
import type * as languageClient from './languageClient.ts';
import { languageSelector } from './languageSelector.ts';

/** A bundle of its own beside the one that this file is in. */
function loadClient(): typeof languageClient {
  const client: typeof languageClient = createRequire(import.meta.url)('./language-client.cjs');
  return client;
}

/** Loads the language client, once, as soon as one of its documents is open in a trusted workspace. */
export function registerLanguage(context: ExtensionContext, link: EngineLink): Disposable {
  const parts = new DisposableStore();
  let started = false;
  const startIfNeeded = (): void => {
    if (started || !workspace.isTrusted) return;
    if (!workspace.textDocuments.some((document) => languages.match(languageSelector, document) > 0)) return;
    started = true;
    parts.add(loadClient().startLanguageClient(context, link));
  };
  parts.add(workspace.onDidOpenTextDocument(startIfNeeded));
  parts.add(workspace.onDidGrantWorkspaceTrust(startIfNeeded));
  startIfNeeded();
  return parts;
}
