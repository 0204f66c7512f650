import { commands as vscodeCommands, window } from 'vscode';
import type { Problem } from '../base/problem.ts';
import { commandId, type CommandName } from './ids.ts';
import { sentenceOf, t } from './translate.ts';

interface WayOut {
  readonly title: string;
  readonly name: CommandName;
}

/** The ways out that a problem's code names, beside the log. */
const waysOut = (code: string): readonly WayOut[] => {
  const ways: Readonly<Record<string, WayOut | readonly WayOut[]>> = {
    'loop.running': { title: t('Open Dashboard'), name: 'openDashboard' },
    'loop.none': { title: t('Start Loop'), name: 'startLoop' },
    'queue.nothingReady': { title: t('Add Task…'), name: 'addTask' },
    'queue.missing': { title: t('Add Task…'), name: 'addTask' },
    'ledger.foreign': [
      { title: t('Import Ledger…'), name: 'importLedger' },
      { title: t('Start Fresh…'), name: 'startFresh' },
    ],
  };
  return [ways[code] ?? []].flat();
};

/** Tells a person what went wrong, once, with what to do about it. */
export const showProblem = async (problem: Problem): Promise<void> => {
  const showLog = t('Show Log');
  const ways = waysOut(problem.code);
  const chosen = await window.showErrorMessage(sentenceOf(problem), ...ways.map((way) => way.title), showLog);
  if (chosen === undefined) return;
  await vscodeCommands.executeCommand(commandId(ways.find((way) => way.title === chosen)?.name ?? 'showLog'));
};
