import { ProgressLocation, window } from 'vscode';
import type { App } from '../../app/app.ts';
import { queueLoop } from '../../app/views/select.ts';
import { t } from '../translate.ts';
import type { CommandDeps } from './deps.ts';
import { dispatch } from './dispatch.ts';

/** Waits for the lanes of a loop that stops; false for who stopped waiting. */
const untilEnded = (app: App, loop: string): Thenable<boolean> =>
  window.withProgress(
    { location: ProgressLocation.Notification, title: t('Waiting until the loop has stopped…'), cancellable: true },
    async (_progress, token) => {
      const isOver = (): boolean => app.state.loops[loop]?.state === 'ended';
      if (isOver()) return true;
      return new Promise<boolean>((resolve) => {
        const finish = (ended: boolean): void => {
          listening.dispose();
          resolve(ended);
        };
        const listening = app.onDidChange(() => void (isOver() && finish(true)));
        token.onCancellationRequested(() => finish(false));
      });
    },
  );

/** While a loop runs there is nothing to start, but something to do with it. */
export const offerRunning = async (deps: CommandDeps): Promise<void> => {
  const stop = {
    label: `$(debug-stop) ${t('Stop Loop')}`,
    description: t('ends what runs; Resume Loop goes on from there'),
    act: 'stopLoop',
  };
  const resume = {
    label: `$(debug-continue) ${t('Resume Loop')}`,
    description: t('as soon as its lanes have ended'),
    act: 'resumeLoop',
  };
  const open = { label: `$(dashboard) ${t('Open Dashboard')}`, description: '', act: 'open' };
  const loop = queueLoop(deps.app.state);
  const isStopping = loop?.state === 'stopping';
  const picked = await window.showQuickPick([isStopping ? resume : stop, open], {
    title: isStopping ? t('The loop is stopping') : t('The loop is running'),
  });
  const which = loop ? { loop: loop.id } : {};
  if (picked?.act === 'open') deps.openDashboard();
  else if (picked?.act === 'stopLoop') await dispatch(deps, { type: 'stopLoop', ...which });
  else if (picked?.act === 'resumeLoop' && (!loop || (await untilEnded(deps.app, loop.id))))
    await dispatch(deps, { type: 'resumeLoop', ...which });
};
