import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range, TextEdit } from 'vscode-languageserver/node';

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

/** How the document ends its lines. */
const eolOf = (document: TextDocument): string => /\r\n|\n|\r/.exec(document.getText())?.[0] ?? '\n';

/** Puts text, with `\n` between its lines, on lines of its own behind a 1-based line. */
export function insertBelow(document: TextDocument, number: number, text: string): TextEdit {
  const eol = eolOf(document);
  const line = number - 1;
  const at = { line, character: lineText(document, line).length };
  return { range: { start: at, end: at }, newText: eol + text.replaceAll('\n', eol) };
}

/** Takes 1-based lines away, their ends included. */
export const removeLines = (number: number, count: number): TextEdit => ({
  range: { start: { line: number - 1, character: 0 }, end: { line: number - 1 + count, character: 0 } },
  newText: '',
});

/** Writes a 1-based line anew, with `\n` between several; the white space around it goes. */
export const replaceLine = (document: TextDocument, number: number, newText: string): TextEdit => ({
  range: {
    start: { line: number - 1, character: 0 },
    end: { line: number - 1, character: lineText(document, number - 1).length },
  },
  newText: newText.replaceAll('\n', eolOf(document)),
});
