import { window } from 'vscode';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { pickRun } from './pickRun.ts';

export const createAbandonRun =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const run = await pickRun(deps.app, id, (one) => one.decision === null);
    if (run === undefined) return;
    const giveUp = t('Give Up');
    const answer = await window.showWarningMessage(
      t('Give up the run of {task}?', { task: run.task.id }),
      { modal: true, detail: t('Its branch {branch} stays. The task can be started again.', { branch: run.branch }) },
      giveUp,
    );
    if (answer === giveUp) await dispatch(deps, { type: 'abandonRun', run: run.id });
  };
