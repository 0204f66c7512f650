import { window } from 'vscode';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Files of an older tool are put aside, never deleted, and only when a person says so. */
export const createStartFresh =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const start = t('Start Fresh');
    const answer = await window.showWarningMessage(
      t('Put the contract files that MAM did not write aside?'),
      { modal: true, detail: t('They are moved into a folder beside them and can be moved back.') },
      start,
    );
    if (answer !== start) return;
    const done = await deps.app.startFresh(editor);
    if (!done.ok) void showProblem(done.error);
  };
