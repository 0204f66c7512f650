import { isStuck, openAttempt } from '../../core/delegation/attempts.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickDelegated } from './pickDelegated.ts';

/** Another attempt of a job that came to nothing. */
export const createRetryJob =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const fits = (one: DelegatedJob): boolean => {
      const attempt = openAttempt(one);
      return attempt === null ? one.status === 'error' || one.status === 'cancelled' : isStuck(attempt);
    };
    const job = await pickDelegated(app, id, fits, t('No delegated job has failed, was cancelled or is stuck.'));
    if (job === undefined) return;
    const retried = await app.delegation.retry(job.id, editor);
    if (!retried.ok) void showProblem(retried.error);
  };
