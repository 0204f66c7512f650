import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver/node';
import type { Queue } from '../protocol/queue.ts';
import { readLanguageOptions } from '../protocol/languageOptions.ts';
import { completionsAt } from './completion.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { hoverAt } from './hover.ts';
import { createQueueReader } from './queueReader.ts';
import { symbolsOf } from './symbols.ts';
import { loadTranslations } from './translate.ts';

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: [':', ' '] },
  documentSymbolProvider: true,
  hoverProvider: true,
};

/** Answers a client about its queue files until the connection ends. */
export function serve(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  const queues = createQueueReader();

  connection.onInitialize(async (params): Promise<InitializeResult> => {
    const { translations } = readLanguageOptions(params.initializationOptions);
    const trouble = await loadTranslations(translations);
    if (trouble !== null)
      connection.console.warn(`The translations could not be read, so texts are English: ${trouble}`);
    return { capabilities, serverInfo: { name: 'Multi-Agent Mux' } };
  });

  documents.onDidChangeContent(({ document }) => {
    const { uri, version } = document;
    const diagnostics = diagnosticsOf(document, queues.read(document));
    void connection.sendDiagnostics({ uri, version, diagnostics });
  });
  documents.onDidClose(({ document: { uri } }) => {
    queues.forget(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  const about = <T>(uri: string, answer: (document: TextDocument, queue: Queue) => T): T | null => {
    const document = documents.get(uri);
    return document ? answer(document, queues.read(document)) : null;
  };
  connection.onDocumentSymbol(({ textDocument }) => about(textDocument.uri, symbolsOf));
  connection.onHover(({ textDocument, position }) =>
    about(textDocument.uri, (document, queue) => hoverAt(document, position, queue)),
  );
  connection.onCompletion(({ textDocument, position }) =>
    about(textDocument.uri, (document) => completionsAt(document, position)),
  );
  documents.listen(connection);
}
