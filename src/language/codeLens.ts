import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeLens } from 'vscode-languageserver/node';
import { whyNotStarted } from '../core/task/statuses.ts';
import { startLoopCommand, type LanguageState } from '../protocol/languageState.ts';
import type { Queue } from '../protocol/queue.ts';
import { lineRange } from './lines.ts';
import { t } from './translate.ts';

/**
 * *Start loop on this task* over each task that a loop could take: not over one that is done or under way, and not in the
 * queue of a checkout that nobody's loop would read.
 */
export function lensesOf(document: TextDocument, { entries }: Queue, live: LanguageState | null): CodeLens[] {
  if (live === null) return [];
  const now = new Map(live.tasks.map((task) => [task.id, task]));
  return entries
    .filter((entry) => whyNotStarted(entry, '') === null)
    .filter(({ id }) => now.get(id)?.startable !== false)
    .map(({ id, line }) => ({
      range: lineRange(document, line),
      command: { title: t('Start loop on this task'), command: startLoopCommand, arguments: [id] },
    }));
}
