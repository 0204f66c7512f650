import { ProgressLocation, window } from 'vscode';
import { approvedCommit } from '../../core/merged/select.ts';
import { shortCommit, shortRef } from '../../app/views/words.ts';
import { t } from '../translate.ts';
import { showProblem } from '../notify.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickRun } from './pickRun.ts';

/** Moves the base branch to the approved commit; asked once more, since it changes a branch that others see. */
export const createMergeLocally =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const run = await pickRun(deps.app, id, (one) => one.decision?.kind === 'approved' && !one.decision.merged);
    if (run === undefined || run.base === null || run.decision === null) return;
    const merge = t('Merge');
    const base = shortRef(run.base.ref);
    const answer = await window.showInformationMessage(
      t('Merge {task} into {base}?', { task: run.task.id, base }),
      {
        modal: true,
        detail: t('{base} moves forward to {commit}. Nothing is pushed.', {
          base,
          commit: shortCommit(approvedCommit(run.decision)),
        }),
      },
      merge,
    );
    if (answer !== merge) return;
    const merged = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Merging {task} into {base}…', { task: run.task.id, base }) },
      () => deps.app.mergeLocally(run.id, editor),
    );
    if (!merged.ok) void showProblem(merged.error);
  };
