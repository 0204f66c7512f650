import { commands as vscodeCommands, window } from 'vscode';
import type { Problem } from '../base/problem.ts';
import { commandId, type CommandName } from './ids.ts';
import { sentenceOf, t } from './translate.ts';

interface WayOut {
  readonly title: string;
  /** The command's whole id. */
  readonly command: string;
  readonly args?: readonly string[];
}

const own = (title: string, name: CommandName): WayOut => ({ title, command: commandId(name) });

const settings = (query: string): WayOut => ({
  title: t('Open Settings'),
  command: 'workbench.action.openSettings',
  args: [query],
});

/** The ways out that a problem's code names, beside the log. */
const waysOut = (code: string): readonly WayOut[] => {
  const ways: Readonly<Record<string, WayOut | readonly WayOut[]>> = {
    'loop.running': own(t('Open Dashboard'), 'openDashboard'),
    'loop.none': own(t('Start Loop'), 'startLoop'),
    'queue.nothingReady': own(t('Add Task…'), 'addTask'),
    'queue.missing': own(t('Add Task…'), 'addTask'),
    'agent.missing': settings('mam.agents'),
    'lane.agentMissing': settings('mam.agents'),
    'ledger.foreign': [own(t('Import Ledger…'), 'importLedger'), own(t('Start Fresh…'), 'startFresh')],
  };
  return [ways[code] ?? []].flat();
};

/** Tells a person what went wrong, once, with what to do about it. */
export const showProblem = async (problem: Problem): Promise<void> => {
  const showLog = t('Show Log');
  const ways = waysOut(problem.code);
  const chosen = await window.showErrorMessage(sentenceOf(problem), ...ways.map((way) => way.title), showLog);
  if (chosen === undefined) return;
  const way = ways.find(({ title }) => title === chosen);
  await vscodeCommands.executeCommand(way?.command ?? commandId('showLog'), ...(way?.args ?? []));
};
