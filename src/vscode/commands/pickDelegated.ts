import { window } from 'vscode';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { App } from '../../app/app.ts';
import { jobWords } from '../../app/views/delegatedJobs.ts';
import { oneLine, phrase } from '../../app/views/words.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';

/** The delegated job of this id, else the only one that fits, else the one that a person picks. `none` says that none fits. */
export const pickDelegated = async (
  app: App,
  id: string | undefined,
  fits: (job: DelegatedJob) => boolean,
  none: string,
): Promise<DelegatedJob | undefined> => {
  const { delegations, agentSessions } = app.state;
  if (id !== undefined && delegations[id]) return delegations[id];
  const all = Object.values(delegations)
    .filter(fits)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  if (all.length === 0) {
    void window.showInformationMessage(none);
    return undefined;
  }
  if (all.length === 1) return all[0];
  const context = createViewContext(app);
  const items = all.map((job) => ({
    label: oneLine(job.prompt, 60),
    description: phrase(agentSessions[job.session]?.name ?? job.agent, jobWords(context, job).text),
    detail: job.id,
    job,
  }));
  const title = t('Which job?');
  return (await window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.job;
};
