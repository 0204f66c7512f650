import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Connection } from 'vscode-languageserver/node';
import type { QueueProblem } from '../protocol/queueEntry.ts';
import { diagnosticsOf, queueProblems } from './diagnostics.ts';
import type { FileTree } from './fileTree.ts';
import { missingPlanProblems, missingPlans } from './missingPlans.ts';
import type { OpenDocuments } from './openDocuments.ts';
import { generatedProblems, planProblems, reportProblems } from './otherProblems.ts';
import type { Place } from './place.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Keeps the client told of what is wrong with each open document: after each edit of it, and a plan after one of its
 * queue. Whether the plans of a queue are there is looked at when something is opened or saved, not at each edit.
 */
export function publishProblems(connection: Connection, open: OpenDocuments, files: FileTree): void {
  const { documents } = open;
  const missing = new Map<string, ReadonlySet<string>>();
  const send = (document: TextDocument, problems: readonly QueueProblem[]): void => {
    const { uri, version } = document;
    void connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(document, problems) });
  };

  /** What takes a look at other files is told only about the version that was looked at. */
  const later = async (document: TextDocument, place: Place): Promise<void> => {
    const { uri, version } = document;
    const text = document.getText();
    const problems =
      place.kind === 'plan'
        ? planProblems(text, await open.queueOf(place.root))
        : await reportProblems(text, place, files);
    if (documents.get(uri)?.version === version) send(document, problems);
  };
  const publish = (document: TextDocument): void => {
    const place = open.placeOf(document);
    if (place === null) return;
    if (place.kind === 'generated') return send(document, generatedProblems(document.getText()));
    if (place.kind !== 'queue') return void later(document, place);
    const queue = open.read(document);
    const plans = missingPlanProblems(document, queue, missing.get(document.uri) ?? none);
    send(document, [...queueProblems(queue), ...plans]);
  };
  const queuesAmong = (all: readonly TextDocument[]): readonly (readonly [TextDocument, Place])[] =>
    all.flatMap((document) => {
      const place = open.placeOf(document);
      return place?.kind === 'queue' ? [[document, place] as const] : [];
    });

  const lookForPlans = async (document: TextDocument, { root }: Place): Promise<void> => {
    const { uri } = document;
    const before = missing.get(uri) ?? none;
    const found = await missingPlans(open.read(document), root, files);
    if (documents.get(uri) === undefined) return;
    missing.set(uri, found);
    if (found.size !== before.size || [...found].some((path) => !before.has(path))) publish(document);
  };

  documents.onDidChangeContent(({ document }) => {
    publish(document);
    for (const [, { root }] of queuesAmong([document]))
      for (const other of documents.all()) {
        const place = open.placeOf(other);
        if (place?.kind === 'plan' && place.root === root) publish(other);
      }
  });
  const look = (): void => {
    for (const [document, place] of queuesAmong(documents.all())) void lookForPlans(document, place);
  };
  documents.onDidOpen(look);
  documents.onDidSave(look);
  documents.onDidClose(({ document: { uri } }) => {
    open.forget(uri);
    missing.delete(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
}
