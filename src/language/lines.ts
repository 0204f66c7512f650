import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from 'vscode-languageserver/node';

/** The text of a 0-based line, without its end. */
export const lineText = (document: TextDocument, line: number): string =>
  document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } }).replace(/[\r\n]+$/, '');

/** A 1-based line without the white space around its text. */
export function lineRange(document: TextDocument, number: number): Range {
  const line = number - 1;
  const text = lineText(document, line);
  const start = text.length - text.trimStart().length;
  return { start: { line, character: start }, end: { line, character: Math.max(start, text.trimEnd().length) } };
}
