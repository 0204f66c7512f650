import type { TextDocument } from 'vscode-languageserver-textdocument';
import { MarkupKind, type Hover, type Position } from 'vscode-languageserver/node';
import type { Queue } from '../protocol/queue.ts';
import { lineText } from './lines.ts';
import { t } from './translate.ts';

const taskId = /\bT-\d{4}-\d{4}\b/g;

/** What the task is whose id stands at the position, in plain text: a title is no Markdown of ours. */
export function hoverAt(document: TextDocument, { line, character }: Position, { entries }: Queue): Hover | null {
  for (const { 0: id, index } of lineText(document, line).matchAll(taskId)) {
    if (character < index || character > index + id.length) continue;
    const entry = entries.find((one) => one.id === id);
    if (!entry) return null;
    const facts = [
      `${id} - ${entry.title}`,
      entry.status === '' ? t('No status') : t('Status: {status}', { status: entry.status }),
      t('Priority: {priority}', { priority: `P${entry.priority}` }),
    ];
    return {
      contents: { kind: MarkupKind.PlainText, value: facts.join('\n') },
      range: { start: { line, character: index }, end: { line, character: index + id.length } },
    };
  }
  return null;
}
