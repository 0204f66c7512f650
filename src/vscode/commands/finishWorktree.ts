import { ProgressLocation, window } from 'vscode';
import { worktreeName } from '../../app/views/worktreeName.ts';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Makes a worktree to its end that could not be made or was cut short. */
export const createFinishWorktree =
  ({ app }: CommandDeps): CommandHandler =>
  async (path) => {
    if (path === undefined) return;
    const name = worktreeName(app.state, path);
    const done = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Making the worktree {branch}…', { branch: name }) },
      () => app.finishWorktree(path, editor),
    );
    if (!done.ok) return void showProblem(done.error);
    const { warnings } = done.value;
    const first =
      warnings.length === 0
        ? t('The worktree {branch} is ready.', { branch: name })
        : t('The worktree {branch} is there, and its set-up has not come to its end.', { branch: name });
    const said = [first, ...warnings.map(sentenceOf)];
    void window.showInformationMessage(said.join(' '));
  };
