import { window, workspace } from 'vscode';
import { jobUri } from '../jobTimelines.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickDelegated } from './pickDelegated.ts';

/** Shows everything about a delegated job on one page. */
export const createOpenJob =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const job = await pickDelegated(
      app,
      id,
      () => true,
      t('No job was delegated yet. Delegate Job hands one to an agent.'),
    );
    if (job === undefined) return;
    await window.showTextDocument(await workspace.openTextDocument(jobUri(job.id)), { preview: false });
  };
