import { commands, Uri } from 'vscode';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickWorktree } from './pickWorktree.ts';

export const createOpenWorktree =
  (deps: CommandDeps): CommandHandler =>
  async (path) => {
    const chosen = path ?? (await pickWorktree(deps.app, { withMain: false }));
    if (chosen !== undefined)
      await commands.executeCommand('vscode.openFolder', Uri.file(chosen), { forceNewWindow: true });
  };
