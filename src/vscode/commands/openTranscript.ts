import { Range, window, workspace } from 'vscode';
import { jobStatus } from '../../app/views/status.ts';
import { allJobs } from '../../app/views/transcript.ts';
import { phrase } from '../../app/views/words.ts';
import { t } from '../translate.ts';
import { transcriptUri } from '../transcripts.ts';
import { createViewContext } from '../viewContext.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';

const pickJob = async ({ app }: CommandDeps): Promise<string | undefined> => {
  const jobs = allJobs(app.state);
  if (jobs.length === 0) {
    void window.showInformationMessage(t('No lane has run yet. Start the loop first.'));
    return undefined;
  }
  const context = createViewContext(app);
  const items = jobs.map(({ owner, task, job }) => ({
    label: phrase(task, t(job.role)),
    description: phrase(job.agent, jobStatus(context, app.state, owner, job).text),
    detail: t('job {job} attempt {attempt}', { job: job.id, attempt: job.attempt }),
    job: job.id,
  }));
  return (
    await window.showQuickPick(items, { title: t('Which transcript?'), matchOnDescription: true, matchOnDetail: true })
  )?.job;
};

/** Shows what a lane said and did, at its end where it still runs. */
export const createOpenTranscript =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const job = id ?? (await pickJob(deps));
    if (job === undefined) return;
    const document = await workspace.openTextDocument(transcriptUri(job));
    const runs = allJobs(deps.app.state).some((one) => one.job.id === job && one.job.ended === undefined);
    const end = document.lineCount - 1;
    await window.showTextDocument(document, {
      preview: false,
      ...(runs ? { selection: new Range(end, 0, end, 0) } : {}),
    });
  };
