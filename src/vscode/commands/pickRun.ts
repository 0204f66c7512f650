import { window } from 'vscode';
import type { App } from '../../app/app.ts';
import { gatePhrase } from '../../app/views/gateWords.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import { phrase } from '../../app/views/words.ts';
import type { Run } from '../../core/loop/types.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';

/** The run of this id, else the only one that fits, else the one that a person picks. */
export const pickRun = async (
  app: App,
  id: string | undefined,
  fits: (run: Run) => boolean,
): Promise<Run | undefined> => {
  const named = id === undefined ? undefined : app.state.runs[id];
  if (named !== undefined) return named;
  const candidates = newestFirst(app.state).filter(fits);
  if (candidates.length === 0) {
    void window.showInformationMessage(t('No run fits. Start the loop first.'));
    return undefined;
  }
  if (candidates.length === 1) return candidates[0];
  const context = createViewContext(app);
  const picked = await window.showQuickPick(
    candidates.map((run) => ({
      label: run.task.id,
      description: run.task.title,
      detail: phrase(run.branch, gatePhrase(context, run.gate)),
      run,
    })),
    { title: t('Which run?'), matchOnDescription: true },
  );
  return picked?.run;
};
