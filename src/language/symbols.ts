import type { TextDocument } from 'vscode-languageserver-textdocument';
import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver/node';
import type { Queue } from '../protocol/queue.ts';
import { lineRange } from './lines.ts';

/** One symbol a task, over its whole entry. */
export const symbolsOf = (document: TextDocument, { entries }: Queue): DocumentSymbol[] =>
  entries.map(({ id, title, status, line, lastLine }) => {
    const selectionRange = lineRange(document, line);
    return {
      name: `${id} ${title}`,
      detail: status,
      kind: SymbolKind.Event,
      range: { start: selectionRange.start, end: lineRange(document, lastLine).end },
      selectionRange,
    };
  });
