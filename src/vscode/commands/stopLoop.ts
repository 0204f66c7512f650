import { window } from 'vscode';
import { queueLoop, workingLoops } from '../../app/views/select.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';

/** Stops what works; of several loops the one that is chosen, or all. */
export const createStopLoop =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const { state } = deps.app;
    const loops = workingLoops(state);
    if (loops.length < 2) return void (await dispatch(deps, { type: 'stopLoop' }));
    const all = { label: `$(debug-stop) ${t('All of them')}`, description: '', id: null };
    const rows = loops.map((loop) => ({
      label: loop.taken.at(-1) ?? loop.id,
      description: loop === queueLoop(state) ? t('tasks of the queue') : (loop.options.source?.path ?? ''),
      id: loop.id,
    }));
    const picked = await window.showQuickPick([...rows, all], { title: t('Which loop is to stop?') });
    if (picked === undefined) return;
    await dispatch(deps, picked.id === null ? { type: 'stopLoop' } : { type: 'stopLoop', loop: picked.id });
  };
