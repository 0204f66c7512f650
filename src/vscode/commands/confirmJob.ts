import { commands, window } from 'vscode';
import { openAttempt } from '../../core/delegation/attempts.ts';
import { missingWords } from '../../app/views/delegatedJobs.ts';
import { commandId } from '../ids.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { createViewContext, sceneOf } from '../viewContext.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickDelegated } from './pickDelegated.ts';

/** A person says that a job is done, or that it failed, knowing what is still missing. */
export const createConfirmJob =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const job = await pickDelegated(app, id, (one) => openAttempt(one) !== null, t('No delegated job is at work.'));
    if (job === undefined) return;
    const missing = missingWords(createViewContext(app), sceneOf(app), job);
    const detail =
      missing.length === 0
        ? t('Nothing is missing for it to count as done.')
        : [t('Still missing for it to count as done:'), ...missing.map((one) => `• ${one}`)].join('\n');
    const [done, failed, look] = [t('It Is Done'), t('It Failed'), t('Open Report')];
    const chosen = await window.showInformationMessage(
      t('Is job {job} done?', { job: job.id }),
      { modal: true, detail },
      done,
      failed,
      look,
    );
    if (chosen === look) await commands.executeCommand(commandId('openReport'), job.id);
    if (chosen !== done && chosen !== failed) return;
    const ended = await app.delegation.end(job.id, chosen === done ? 'completed' : 'error', '', editor);
    if (!ended.ok) void showProblem(ended.error);
  };
