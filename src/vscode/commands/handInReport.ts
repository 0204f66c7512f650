import { join } from 'node:path';
import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { App } from '../../app/app.ts';
import { placesOf } from '../../app/places.ts';
import { awaitedReports } from '../../app/views/awaitedReports.ts';
import { roleName } from '../../app/views/select.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Opens brief and report side by side; once the report says something, asks whether it is to be handed in. */
export const createHandInReport =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const job = await pickJob(app, id);
    if (job === undefined) return;
    const file = (name: string): Uri => Uri.file(join(placesOf(app.facts).jobs, job, name));
    const report = await workspace.openTextDocument(file('hand-in.md'));
    const open = async (): Promise<void> => {
      await window.showTextDocument(file('brief.md'), { viewColumn: ViewColumn.One, preview: false });
      await window.showTextDocument(report, { viewColumn: ViewColumn.Beside, preview: false });
    };
    if (report.getText().trim() === '') {
      await open();
      void window.showInformationMessage(t('Write the report, then run Hand In Report again.'));
      return;
    }
    const handIn = t('Hand In');
    const look = t('Open Report');
    const answer = await window.showInformationMessage(
      t('Hand in the report of {job}?', { job }),
      { modal: true, detail: t('It counts as it stands, and can’t be changed afterwards.') },
      handIn,
      look,
    );
    if (answer === look) await open();
    if (answer !== handIn) return;
    await report.save();
    const done = await app.handIn(job, report.getText(), editor);
    if (done.ok) return;
    await open();
    void showProblem(done.error);
  };

/** The job of this id, else the only one that waits, else the one that a person picks. */
async function pickJob(app: App, id: string | undefined): Promise<string | undefined> {
  const waiting = awaitedReports(app.state);
  const named = waiting.find(({ job }) => job.id === id);
  if (named !== undefined) return named.job.id;
  if (waiting.length === 0) {
    void window.showInformationMessage(t('No job waits for a person’s report.'));
    return undefined;
  }
  if (waiting.length === 1) return waiting[0]?.job.id;
  const picked = await window.showQuickPick(
    waiting.map(({ run, job }) => ({
      label: t(roleName(app.state, job.session)),
      description: `${run.task.id} ${run.task.title}`,
      id: job.id,
    })),
    { title: t('Which report?'), matchOnDescription: true },
  );
  return picked?.id;
}
