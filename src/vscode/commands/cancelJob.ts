import { window } from 'vscode';
import { isOver } from '../../core/delegation/attempts.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickDelegated } from './pickDelegated.ts';

/** Gives a job up, with the reason that a person gives. */
export const createCancelJob =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const job = await pickDelegated(app, id, (one) => !isOver(one), t('No delegated job is open.'));
    if (job === undefined) return;
    const reason = await window.showInputBox({
      title: t('Cancel job {job}', { job: job.id }),
      prompt: t('Why? It stands in the log. The agent itself is not stopped.'),
      ignoreFocusOut: true,
    });
    if (reason === undefined) return;
    const cancelled = await app.delegation.cancel(job.id, reason, editor);
    if (!cancelled.ok) void showProblem(cancelled.error);
  };
