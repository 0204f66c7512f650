import { commands, Range, type TextDocumentShowOptions } from 'vscode';
import type { Run } from '../../core/loop/types.ts';
import { t } from '../translate.ts';
import { sidesOf } from './commitDocuments.ts';

/** Only files of the change itself: a page can't ask for any other. */
export const openDiff = async (run: Run | undefined, path: string, line: number | null): Promise<void> => {
  const sides = run === undefined ? null : sidesOf(run, path);
  if (run === undefined || sides === null) return;
  const title = t('{path} ({task})', { path, task: run.task.id });
  const options: TextDocumentShowOptions =
    line === null ? {} : { selection: new Range(line - 1, 0, line - 1, 0), preview: true };
  await commands.executeCommand('vscode.diff', sides.old, sides.new, title, options);
};

/** All files of the change in one editor, base against head. */
export const openAllChanges = async (run: Run | undefined): Promise<void> => {
  if (run === undefined || run.change === null) return;
  const files = run.change.files.flatMap(({ path }) => {
    const sides = sidesOf(run, path);
    return sides === null ? [] : [[sides.new, sides.old, sides.new]];
  });
  await commands.executeCommand('vscode.changes', t('Changes of {task}', { task: run.task.id }), files);
};
