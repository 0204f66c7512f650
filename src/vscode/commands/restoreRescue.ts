import { commands, ProgressLocation, Uri, window } from 'vscode';
import { shortCommit } from '../../app/views/words.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Makes a branch and a worktree of work that was kept; nothing that is there is touched. */
export const createRestoreRescue =
  ({ app }: CommandDeps): CommandHandler =>
  async () => {
    const listed = await app.rescues.list();
    if (!listed.ok) return void showProblem(listed.error);
    if (listed.value.length === 0) return void window.showInformationMessage(t('Nothing had to be rescued.'));
    const picked = await window.showQuickPick(
      listed.value.map(({ name, commit, at, about }) => ({
        label: name,
        description: commit === '' ? at : `${shortCommit(commit)} ${at}`,
        detail: about,
        name,
      })),
      { title: t('Which copy do you want back?'), matchOnDetail: true },
    );
    if (picked === undefined) return;
    const done = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Making the worktree {branch}…', { branch: picked.name }) },
      () => app.rescues.restore(picked.name, editor),
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
