import { window } from 'vscode';
import { isOver } from '../../core/delegation/attempts.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { oneLine } from '../../app/views/words.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { confirmMany } from './confirmMany.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickDelegated } from './pickDelegated.ts';

const chooseMany = async (open: readonly DelegatedJob[]): Promise<readonly DelegatedJob[]> => {
  const rows = open.map(({ id, prompt, status }) => ({
    id,
    label: oneLine(prompt, 60),
    description: status === 'pending' ? t('is not begun') : t('is given up; its agent is not stopped'),
  }));
  const chosen = await confirmMany(t('Cancel {count} Jobs', { count: open.length }), rows);
  return open.filter(({ id }) => chosen.includes(id));
};

/** Gives jobs up, with the reason that a person gives. */
export const createCancelJob =
  ({ app }: CommandDeps): CommandHandler =>
  async (id, ...others) => {
    const all = [id ?? '', ...others].flatMap((one) => app.state.delegations[one] ?? []).filter((one) => !isOver(one));
    const one = async (): Promise<readonly DelegatedJob[]> => {
      const job = await pickDelegated(app, id, (open) => !isOver(open), t('No delegated job is open.'));
      return job === undefined ? [] : [job];
    };
    const jobs = others.length > 0 ? await chooseMany(all) : await one();
    const [first] = jobs;
    if (first === undefined) return;
    const reason = await window.showInputBox({
      title:
        jobs.length === 1 ? t('Cancel job {job}', { job: first.id }) : t('Cancel {count} Jobs', { count: jobs.length }),
      prompt: t('Why? It stands in the log. The agent itself is not stopped.'),
      ignoreFocusOut: true,
    });
    if (reason === undefined) return;
    for (const job of jobs) {
      const cancelled = await app.delegation.cancel(job.id, reason, editor);
      if (!cancelled.ok) void showProblem(cancelled.error);
    }
  };
