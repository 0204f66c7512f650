import { window } from 'vscode';
import type { App } from '../app/app.ts';
import { loopEndWords } from '../app/views/loopEnd.ts';
import { workingLoops } from '../app/views/select.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Tells } from './tells.ts';
import { t } from './translate.ts';
import { createViewContext } from './viewContext.ts';

/** Tells in one window that a loop has ended, where a person is to decide something now. */
export const announceLoopEnds = (app: App, tells: Tells, openDashboard: () => void): Disposable => {
  const idsNow = (): ReadonlySet<string> => new Set(workingLoops(app.state).map(({ id }) => id));
  let working = idsNow();

  const tell = async (id: string): Promise<void> => {
    const loop = app.state.loops[id];
    const text = loop && loopEndWords(createViewContext(app), app.state, loop);
    // One that was resumed ends once more.
    if (!loop || !text || !(await tells(`loop ${id} ${loop.startedAwake ?? 0} ${loop.cycles?.length ?? 0}`))) return;
    const open = t('Open Dashboard');
    const show = loop.outcome === 'blocked' ? window.showWarningMessage : window.showInformationMessage;
    if ((await show(text, open)) === open) openDashboard();
  };

  return app.onDidChange(() => {
    const before = working;
    working = idsNow();
    for (const id of before) if (!working.has(id)) void tell(id);
  });
};
