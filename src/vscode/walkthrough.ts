import { setTimeout as delay } from 'node:timers/promises';
import { commands, version, workspace, type ExtensionContext, type Memento } from 'vscode';
import { walkthrough } from './ids.ts';

const memoryKey = 'walkthrough.goesOnIn';

/**
 * VS Code learns of the walkthroughs of extensions when it is first asked for one. Until it has, 1.117 shows its own in
 * place of what was asked for, so that it is asked again. 1.139 waits by itself.
 */
const isHasty = (): boolean => Number(version.split('.')[1]) < 139;

export const openWalkthrough = async (): Promise<void> => {
  const open = () => commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  await open();
  if (!isHasty()) return;
  await delay(1000);
  await open();
};

/** The window on `folder`, which is about to open, shows the walkthrough: whoever began it elsewhere goes on there. */
export const goOnIn = async (memory: Memento, folder: string): Promise<void> => memory.update(memoryKey, folder);

/** Shows the walkthrough once, in the window for which it was noted. */
export const goOnWithWalkthrough = async ({ globalState: memory }: Pick<ExtensionContext, 'globalState'>) => {
  const noted = memory.get<string>(memoryKey);
  const here = workspace.workspaceFolders?.some(({ uri }) => uri.fsPath === noted) === true;
  if (noted === undefined || !here) return;
  await memory.update(memoryKey, undefined);
  await openWalkthrough();
};
