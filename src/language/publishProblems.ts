import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Connection } from 'vscode-languageserver/node';
import type { QueueProblem } from '../protocol/queueEntry.ts';
import { diagnosticsOf, queueProblems } from './diagnostics.ts';
import type { FileTree } from './fileTree.ts';
import type { OpenDocuments } from './openDocuments.ts';
import { generatedProblems, planProblems, reportProblems } from './otherProblems.ts';
import type { Place } from './place.ts';

/** Keeps the client told of what is wrong with each open document: after each edit of it, and a plan after one of its queue. */
export function publishProblems(connection: Connection, open: OpenDocuments, files: FileTree): void {
  const { documents } = open;
  const send = (document: TextDocument, problems: readonly QueueProblem[]): void => {
    const { uri, version } = document;
    void connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(document, problems) });
  };

  /** What takes a look at other files is told only about the version that was looked at. */
  const later = async (document: TextDocument, { kind, root, path }: Place): Promise<void> => {
    const { uri, version } = document;
    const text = document.getText();
    const problems =
      kind === 'plan'
        ? planProblems(text, await open.queueOf(root))
        : await reportProblems(text, { kind, root, path }, files);
    if (documents.get(uri)?.version === version) send(document, problems);
  };
  const publish = (document: TextDocument): void => {
    const place = open.placeOf(document);
    if (place === null) return;
    if (place.kind === 'queue') send(document, queueProblems(open.read(document)));
    else if (place.kind === 'generated') send(document, generatedProblems(document.getText()));
    else void later(document, place);
  };

  documents.onDidChangeContent(({ document }) => {
    publish(document);
    const place = open.placeOf(document);
    if (place?.kind !== 'queue') return;
    for (const other of documents.all()) {
      const their = open.placeOf(other);
      if (their?.kind === 'plan' && their.root === place.root) publish(other);
    }
  });
  documents.onDidClose(({ document: { uri } }) => {
    open.forget(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
}
