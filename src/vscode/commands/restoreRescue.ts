import { commands, ProgressLocation, Uri, window } from 'vscode';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickRescue } from './pickRescue.ts';

/** Makes a branch and a worktree of work that was kept; nothing that is there is touched. */
export const createRestoreRescue =
  ({ app }: CommandDeps): CommandHandler =>
  async (named) => {
    const name = named ?? (await pickRescue(app, t('Which copy do you want back?')));
    if (name === undefined) return;
    const done = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Making the worktree {branch}…', { branch: name }) },
      () => app.rescues.restore(name, editor),
    );
    if (!done.ok) return void showProblem(done.error);
    const { branch, path } = done.value;
    const open = t('Open in New Window');
    const chosen = await window.showInformationMessage(
      branch === null ? t('The files are back in a folder.') : t('The worktree {branch} is ready.', { branch }),
      open,
    );
    if (chosen === open) await commands.executeCommand('vscode.openFolder', Uri.file(path), { forceNewWindow: true });
  };
