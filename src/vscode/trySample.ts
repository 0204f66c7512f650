import { commands, Uri, workspace, type Memento } from 'vscode';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import { showProblem } from './notify.ts';
import { goOnIn } from './walkthrough.ts';

/**
 * Makes a sample repository and opens it: in this window where nothing is open. It is MAM's own text and git's work in a
 * folder of MAM's, so that no trust is asked before; the sample itself is trusted or not like every folder.
 */
export const createTrySample =
  (create: () => Promise<Result<string, Problem>>, memory: Memento) => async (): Promise<void> => {
    const made = await create();
    if (!made.ok) return showProblem(made.error);
    await goOnIn(memory, made.value);
    const isBusy = (workspace.workspaceFolders ?? []).length > 0;
    await commands.executeCommand('vscode.openFolder', Uri.file(made.value), { forceNewWindow: isBusy });
  };
