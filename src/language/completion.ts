import type { TextDocument } from 'vscode-languageserver-textdocument';
import { CompletionItemKind, type CompletionItem, type Position } from 'vscode-languageserver/node';
import { taskStatuses } from '../protocol/taskFields.ts';
import { lineText } from './lines.ts';

const priorities = Array.from({ length: 10 }, (_, digit) => `P${digit}`);
const choices: Readonly<Record<string, readonly string[]>> = { status: taskStatuses, priority: priorities };

/** The bullet up to the cursor: label, white space, an opening back-tick, what is typed of the value. */
const bullet = /^[-*][ \t]+(Status|Priority)[ \t]*:([ \t]*)(`?)(\w*)$/i;

/** The values of the `Status` or `Priority` bullet in which the cursor stands. */
export function completionsAt(document: TextDocument, position: Position): CompletionItem[] {
  const text = lineText(document, position.line);
  const [, label = '', space = '', tick = '', typed = ''] = bullet.exec(text.slice(0, position.character)) ?? [];
  const behind = /^\w*/.exec(text.slice(position.character))?.[0] ?? '';
  const range = {
    start: { line: position.line, character: position.character - typed.length },
    end: { line: position.line, character: position.character + behind.length },
  };
  // Right behind the colon the space comes with the value.
  const before = label !== '' && space === '' && tick === '' ? ' ' : '';
  return (choices[label.toLowerCase()] ?? []).map((value, order) => ({
    label: value,
    kind: CompletionItemKind.EnumMember,
    sortText: String(order),
    filterText: value,
    textEdit: { range, newText: before + value },
  }));
}
