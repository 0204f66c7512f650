import { commands, workspace, type ExtensionContext, type Memento } from 'vscode';
import { walkthrough } from './ids.ts';

const memoryKey = 'walkthrough.goesOnIn';

/** The window on `folder`, which is about to open, shows the walkthrough: whoever began it elsewhere goes on there. */
export const goOnIn = async (memory: Memento, folder: string): Promise<void> => memory.update(memoryKey, folder);

/** Shows the walkthrough once, in the window for which it was noted. */
export const goOnWithWalkthrough = async ({
  globalState: memory,
  extension,
}: Pick<ExtensionContext, 'globalState' | 'extension'>) => {
  const noted = memory.get<string>(memoryKey);
  const here = workspace.workspaceFolders?.some(({ uri }) => uri.fsPath === noted) === true;
  if (noted === undefined || !here) return;
  await memory.update(memoryKey, undefined);
  await commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#${walkthrough}`, false);
};
