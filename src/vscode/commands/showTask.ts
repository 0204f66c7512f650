import { Position, Range, window, workspace } from 'vscode';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { queueUri } from './queueFile.ts';

const lineOf = (text: string, task: string): number => {
  const line = text.split('\n').findIndex((one) => /^#+\s/.test(one) && one.includes(task));
  return Math.max(0, line);
};

/** Opens the queue file at a task's heading; without a task, at its start. */
export const createShowTask =
  (deps: CommandDeps): CommandHandler =>
  async (task = '') => {
    const uri = queueUri(deps.app);
    let document;
    try {
      document = await workspace.openTextDocument(uri);
    } catch {
      void window.showInformationMessage(t('There is no tasks/queue.md. Add a task to make it.'));
      return;
    }
    const at = new Position(task === '' ? 0 : lineOf(document.getText(), task), 0);
    await window.showTextDocument(document, { selection: new Range(at, at) });
  };
