import { window } from 'vscode';
import { queueLoop } from '../../app/views/select.ts';
import { t } from '../translate.ts';
import type { CommandDeps } from './deps.ts';
import { dispatch } from './dispatch.ts';

/** While a loop runs there is nothing to start, but something to do with it. */
export const offerRunning = async (deps: CommandDeps): Promise<void> => {
  const stop = {
    label: `$(debug-stop) ${t('Stop Loop')}`,
    description: t('ends what runs; Resume Loop goes on from there'),
    act: 'stopLoop',
  };
  const resume = {
    label: `$(debug-continue) ${t('Resume Loop')}`,
    description: t('goes on as if it had not been stopped'),
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
  else if (picked?.act === 'resumeLoop') await dispatch(deps, { type: 'resumeLoop', ...which });
};
