import type { TextDocument } from 'vscode-languageserver-textdocument';
import { MarkupKind, type Hover, type Position } from 'vscode-languageserver/node';
import type { LanguageState } from '../protocol/languageState.ts';
import type { Queue } from '../protocol/queue.ts';
import { lineText } from './lines.ts';
import { taskIdAt } from './taskIds.ts';
import { t } from './translate.ts';

/** What the task is whose id stands at the position and how it stands now, in plain text: a title is no Markdown of ours. */
export function hoverAt(
  document: TextDocument,
  { line, character }: Position,
  { entries }: Queue,
  live: LanguageState | null,
): Hover | null {
  const found = taskIdAt(lineText(document, line), character);
  const entry = found && entries.find((one) => one.id === found.id);
  if (!found || !entry) return null;
  const now = live?.tasks.find((one) => one.id === found.id);
  const facts = [
    `${found.id} - ${entry.title}`,
    entry.status === '' ? t('No status') : t('Status: {status}', { status: entry.status }),
    t('Priority: {priority}', { priority: `P${entry.priority}` }),
    ...(now ? [t('Now: {state}', { state: now.words }), ...now.missing] : []),
  ];
  return {
    contents: { kind: MarkupKind.PlainText, value: facts.join('\n') },
    range: { start: { line, character: found.start }, end: { line, character: found.end } },
  };
}
