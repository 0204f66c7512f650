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

const verdictOrFinding = /^(?:[-*+]\s+)?\[(?:blocker|major|minor|VERDICT:[^\]]*)\].*$/i;

/** The findings of a report and its verdict; other Markdown is outlined by the editor itself. */
export const reportSymbols = (document: TextDocument): DocumentSymbol[] =>
  Array.from({ length: document.lineCount }, (_, index) => lineRange(document, index + 1)).flatMap((range) => {
    const text = document.getText(range);
    if (!verdictOrFinding.test(text)) return [];
    return [{ name: text.replace(/^[-*+]\s+/, ''), kind: SymbolKind.Event, range, selectionRange: range }];
  });
