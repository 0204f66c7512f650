import { window } from 'vscode';
import { canDeleteBranch } from '../../core/ship/deleteBranch.ts';
import { t } from '../translate.ts';
import { showProblem } from '../notify.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickRun } from './pickRun.ts';

/** Deletes the integration branch of work that has arrived; what builds on it is looked for first. */
export const createDeleteBranch =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const run = await pickRun(deps.app, id, (one) => canDeleteBranch(deps.app.state, one));
    if (run === undefined) return;
    const remove = t('Delete');
    const answer = await window.showWarningMessage(
      t('Delete the branch {branch}?', { branch: run.branch }),
      { modal: true, detail: t('Only the local branch goes. Its commit is kept below refs/mam/rescue.') },
      remove,
    );
    if (answer !== remove) return;
    const deleted = await deps.app.deleteBranch(run.id, editor);
    if (!deleted.ok) void showProblem(deleted.error);
  };
