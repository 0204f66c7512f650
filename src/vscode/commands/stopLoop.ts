import { window } from 'vscode';
import { queueLoop, workingLoops } from '../../app/views/select.ts';
import { couldBegin } from '../../core/autoLoop/couldBegin.ts';
import type { Loop } from '../../core/loop/types.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';

/** Stops what works; of several loops the one that is chosen, or all. */
export const createStopLoop =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const { state } = deps.app;
    const loops = workingLoops(state);
    const [only] = loops;
    if (loops.length < 2) return stop(deps, only, false);
    const all = { label: `$(debug-stop) ${t('All of them')}`, description: '', loop: undefined };
    const rows = loops.map((loop) => ({
      label: loop.taken.at(-1) ?? loop.id,
      description: loop === queueLoop(state) ? t('tasks of the queue') : (loop.options.source?.path ?? ''),
      loop,
    }));
    const picked = await window.showQuickPick([...rows, all], { title: t('Which loop is to stop?') });
    if (picked !== undefined) await stop(deps, picked.loop, true);
  };

/** One that may begin more can also be let finish; `isNamed` means this one alone, whatever else works. */
async function stop(deps: CommandDeps, loop: Loop | undefined, isNamed: boolean): Promise<void> {
  const how = loop && couldBegin(deps.app.state, loop) ? await askHow() : 'now';
  if (how === undefined) return;
  const meant = loop && (isNamed || how === 'finish') ? { loop: loop.id } : {};
  await dispatch(deps, how === 'finish' ? { type: 'finishLoop', ...meant } : { type: 'stopLoop', ...meant });
}

async function askHow(): Promise<'now' | 'finish' | undefined> {
  const rows = [
    { label: `$(debug-stop) ${t('Stop now')}`, description: t('lanes are ended and can be resumed'), how: 'now' },
    { label: `$(check-all) ${t('Finish what is in flight')}`, description: t('no more is begun'), how: 'finish' },
  ] as const;
  return (await window.showQuickPick(rows, { title: t('How is the loop to stop?') }))?.how;
}
