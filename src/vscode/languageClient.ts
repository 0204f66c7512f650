// A bundle of its own (dist/language-client.cjs): the client library is loaded when the first document of ours is opened.
import { l10n, type Disposable, type ExtensionContext } from 'vscode';
import { LanguageClient, State, TransportKind } from 'vscode-languageclient/node';
import { languageStateView } from '../app/views/languageState.ts';
import { DisposableStore } from '../base/disposable.ts';
import { sameValue } from '../base/sameValue.ts';
import { noState, stateMethod, type LanguageState } from '../protocol/languageState.ts';
import type { LanguageOptions } from '../protocol/languageOptions.ts';
import type { EngineLink } from './engineLink.ts';
import { languageSelector } from './languageSelector.ts';
import { t } from './translate.ts';
import { createViewContext } from './viewContext.ts';

/** Starts the language server; it ends when the result is disposed. Trouble is told by the client itself. */
export function startLanguageClient(context: ExtensionContext, link: EngineLink): Disposable {
  const initializationOptions: LanguageOptions = { translations: l10n.uri?.toString() ?? null };
  const client = new LanguageClient(
    'mam.language',
    t('Multi-Agent Mux: Task Queue'),
    { module: context.asAbsolutePath('dist/language-server.cjs'), transport: TransportKind.ipc },
    { documentSelector: languageSelector, initializationOptions },
  );
  const parts = new DisposableStore();
  parts.add(tellState(client, link));
  // One that did not start has told so and has nothing to end; one that still starts can't be ended before it has.
  const started = client.start().catch(() => undefined);
  parts.add({ dispose: () => void started.then(() => client.dispose()).catch(() => undefined) });
  return parts;
}

/** Keeps the server told of how the tasks stand: once when it starts, and whenever that changes. */
function tellState(client: LanguageClient, link: EngineLink): Disposable {
  let told: LanguageState = noState;
  const tell = (): void => {
    if (client.state !== State.Running) return;
    const { app } = link;
    const state = app === null ? noState : languageStateView(createViewContext(app), app.state, app.facts.controlRoot);
    if (sameValue(state, told)) return;
    told = state;
    void client.sendNotification(stateMethod, state).catch(() => undefined);
  };
  const parts = new DisposableStore();
  parts.add(link.onDidChange(tell));
  parts.add(
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) return;
      // A server that was started anew knows nothing.
      told = noState;
      tell();
    }),
  );
  return parts;
}
