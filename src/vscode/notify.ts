import { commands as vscodeCommands, window } from 'vscode';
import type { Problem } from '../base/problem.ts';
import { commandId, type CommandName } from './ids.ts';
import { sentenceOf, t } from './translate.ts';

interface WayOut {
  readonly title: string;
  readonly name: CommandName;
}

/** The way out that a problem's code names, beside the log. */
const wayOut = (code: string): WayOut | undefined => {
  const ways: Readonly<Record<string, WayOut>> = {
    'loop.running': { title: t('Open Dashboard'), name: 'openDashboard' },
    'loop.none': { title: t('Start Loop'), name: 'startLoop' },
    'queue.nothingReady': { title: t('Add Task…'), name: 'addTask' },
    'queue.missing': { title: t('Add Task…'), name: 'addTask' },
    'ledger.foreign': { title: t('Start Fresh…'), name: 'startFresh' },
  };
  return ways[code];
};

/** Tells a person what went wrong, once, with what to do about it. */
export const showProblem = async (problem: Problem): Promise<void> => {
  const showLog = t('Show Log');
  const way = wayOut(problem.code);
  const chosen = await window.showErrorMessage(sentenceOf(problem), ...(way === undefined ? [] : [way.title]), showLog);
  if (chosen === undefined) return;
  await vscodeCommands.executeCommand(commandId(chosen === showLog || way === undefined ? 'showLog' : way.name));
};
