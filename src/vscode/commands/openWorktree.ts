import { commands, Uri } from 'vscode';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickWorktree } from './pickWorktree.ts';

const withWorktree =
  ({ app }: CommandDeps, act: (path: string) => Thenable<unknown>): CommandHandler =>
  async (path) => {
    const chosen = path ?? (await pickWorktree(app, { withMain: false }));
    if (chosen !== undefined) await act(chosen);
  };

/** In a window of its own, or in this one instead of what it shows; lanes live on either way. */
export const createOpenWorktree = (deps: CommandDeps, where: 'new' | 'here'): CommandHandler =>
  withWorktree(deps, (path) =>
    commands.executeCommand(
      'vscode.openFolder',
      Uri.file(path),
      where === 'new' ? { forceNewWindow: true } : { forceReuseWindow: true },
    ),
  );

/** Its changes among those of this window, where the editor's own actions for them are: diff, stage, commit. */
export const createShowInScm = (deps: CommandDeps): CommandHandler =>
  withWorktree(deps, async (path) => {
    await commands.executeCommand('git.openRepository', path);
    await commands.executeCommand('workbench.view.scm');
  });
