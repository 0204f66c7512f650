// A bundle of its own (dist/language-client.cjs): the client library is loaded when the first queue file is opened.
import { l10n, type Disposable, type ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import type { LanguageOptions } from '../protocol/languageOptions.ts';
import { queueSelector } from './queueSelector.ts';
import { t } from './translate.ts';

/** Starts the language server for queue files; it ends when the result is disposed. Trouble is told by the client itself. */
export function startLanguageClient(context: ExtensionContext): Disposable {
  const initializationOptions: LanguageOptions = { translations: l10n.uri?.toString() ?? null };
  const client = new LanguageClient(
    'mam.language',
    t('Multi-Agent Mux: Task Queue'),
    { module: context.asAbsolutePath('dist/language-server.cjs'), transport: TransportKind.ipc },
    { documentSelector: [queueSelector], initializationOptions },
  );
  // One that did not start has told so and has nothing to end; one that still starts can't be ended before it has.
  const started = client.start().catch(() => undefined);
  return { dispose: () => void started.then(() => client.dispose()).catch(() => undefined) };
}
