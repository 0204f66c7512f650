import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  TextDocumentSyncKind,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { readLanguageOptions } from '../protocol/languageOptions.ts';
import { noState, stateMethod, type LanguageState } from '../protocol/languageState.ts';
import { readLanguageState } from '../protocol/readLanguageState.ts';
import { fixesOf, rewritesOf } from './codeActions.ts';
import { lensesOf } from './codeLens.ts';
import { completionsAt } from './completion.ts';
import { definitionAt } from './definition.ts';
import type { FileTree } from './fileTree.ts';
import { hoverAt } from './hover.ts';
import { openDocuments } from './openDocuments.ts';
import type { Place } from './place.ts';
import { publishProblems } from './publishProblems.ts';
import { reportSymbols, symbolsOf } from './symbols.ts';
import { loadTranslations } from './translate.ts';

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: [':', ' ', '`', '/', '-'] },
  documentSymbolProvider: true,
  hoverProvider: true,
  definitionProvider: true,
  codeLensProvider: {},
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] },
};

interface ServeDeps {
  readonly files: FileTree;
  /** The year of now, for the ids of new tasks. */
  readonly year: () => number;
  /** Where the translations into a client's language are that come with MAM, as a URI; null for none. */
  readonly translationsInto: (locale: string) => string | null;
}

/** Answers a client about queue files, plans, reports and what MAM wrote, until the connection ends. */
export function serve(connection: Connection, { files, year, translationsInto }: ServeDeps): void {
  const open = openDocuments(files);
  const { documents } = open;
  let live = noState;
  let refreshesLenses = false;

  connection.onInitialize(async (params): Promise<InitializeResult> => {
    refreshesLenses = params.capabilities.workspace?.codeLens?.refreshSupport === true;
    const { translations } = readLanguageOptions(params.initializationOptions);
    const trouble = await loadTranslations(translations ?? translationsInto(params.locale ?? ''));
    if (trouble !== null)
      connection.console.warn(`The translations could not be read, so texts are English: ${trouble}`);
    return { capabilities, serverInfo: { name: 'Multi-Agent Mux' } };
  });

  connection.onNotification(stateMethod, (state: unknown) => {
    live = readLanguageState(state);
    if (refreshesLenses) void connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
  });

  /** How the tasks of a checkout stand; null when what is known is about another one. */
  const liveOf = async (root: string): Promise<LanguageState | null> =>
    live.root === null || (await files.isSame(live.root, root)) ? live : null;

  publishProblems(connection, open, files);

  /** The answer about a document that is open and that we know. */
  const about = <T>(uri: string, answer: (document: TextDocument, place: Place) => T): T | null => {
    const document = documents.get(uri);
    const place = document && open.placeOf(document);
    return document && place ? answer(document, place) : null;
  };
  connection.onDocumentSymbol(({ textDocument }) =>
    about(textDocument.uri, (document, { kind }) => {
      if (kind === 'queue') return symbolsOf(document, open.read(document));
      return kind === 'plan' ? [] : reportSymbols(document);
    }),
  );
  connection.onCodeLens(({ textDocument }) =>
    about(textDocument.uri, async (document, { kind, root }) =>
      kind === 'queue' ? lensesOf(document, open.read(document), await liveOf(root)) : [],
    ),
  );
  connection.onHover(({ textDocument, position }) =>
    about(textDocument.uri, async (document, { root }) =>
      hoverAt(document, position, await open.queueOf(root), await liveOf(root)),
    ),
  );
  connection.onDefinition(({ textDocument, position }) =>
    about(textDocument.uri, async (document, place) =>
      definitionAt({ document, position, place, queue: await open.queueOf(place.root) }, files),
    ),
  );
  connection.onCompletion(({ textDocument, position }) =>
    about(textDocument.uri, async (document, place) =>
      completionsAt(
        { document, position, place, queue: await open.queueOf(place.root), roles: live.roles, year: year() },
        files,
      ),
    ),
  );
  connection.onCodeAction(({ textDocument, range, context }) =>
    about(textDocument.uri, async (document, { kind, root }) => {
      const wanted = (action: string): boolean =>
        context.only?.some((only) => action === only || action.startsWith(`${only}.`)) ?? true;
      const question = {
        document,
        range,
        diagnostics: context.diagnostics,
        queue: await open.queueOf(root),
        year: year(),
      };
      return [
        ...(wanted(CodeActionKind.QuickFix) ? fixesOf(question) : []),
        ...(kind === 'queue' && wanted(CodeActionKind.RefactorRewrite) ? rewritesOf(question) : []),
      ];
    }),
  );
  documents.listen(connection);
}
