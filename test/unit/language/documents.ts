import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Position } from 'vscode-languageserver/node';

export const documentOf = (text: string, version = 1): TextDocument =>
  TextDocument.create('file:///repo/tasks/queue.md', 'markdown', version, text);

/** A document and the position that `|` marks in its text. */
export function marked(text: string): { readonly document: TextDocument; readonly position: Position } {
  const offset = text.indexOf('|');
  const document = documentOf(text.slice(0, offset) + text.slice(offset + 1));
  return { document, position: document.positionAt(offset) };
}
