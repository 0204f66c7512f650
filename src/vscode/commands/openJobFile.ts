import { Uri, window, workspace } from 'vscode';
import { attemptFiles } from '../../app/delegation/attemptFiles.ts';
import { placesOf } from '../../app/places.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickDelegated } from './pickDelegated.ts';

/** Opens what the newest attempt of a job was told, or what it handed in. */
export const createOpenJobFile =
  ({ app }: CommandDeps, which: 'brief' | 'report'): CommandHandler =>
  async (id) => {
    const none = t('No job was delegated yet. Delegate Job hands one to an agent.');
    const job = await pickDelegated(app, id, ({ attempts }) => attempts.length > 0, none);
    const attempt = job?.attempts.at(-1);
    if (job === undefined || attempt === undefined) return;
    const files = attemptFiles(placesOf(app.facts).jobs, job.id, attempt.attempt);
    if (!files.ok) return showProblem(files.error);
    const uri = Uri.file(files.value[which]);
    try {
      await workspace.fs.stat(uri);
    } catch {
      void window.showInformationMessage(
        which === 'report'
          ? t('Attempt {attempt} of {job} has handed in no report yet.', { attempt: attempt.attempt, job: job.id })
          : t('The brief of {job} is not there: the job has not begun, or its files were deleted.', { job: job.id }),
      );
      return;
    }
    await window.showTextDocument(uri, { preview: false });
  };
