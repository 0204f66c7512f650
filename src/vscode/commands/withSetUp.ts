import { ProgressLocation, window } from 'vscode';
import { setUpEffect } from '../../core/worktree/setUp.ts';
import { commandLine } from '../../base/shellWord.ts';
import { editor, type CommandDeps } from './deps.ts';

/**
 * Shows how a worktree is made and set up, with the commands that run. Whoever cancels before its set-up only stops waiting:
 * what was begun is made. The set-up itself is ended, and the worktree stays. Null for who stopped waiting.
 */
export const withSetUp = <T>(
  { app }: Pick<CommandDeps, 'app'>,
  { title, worktree }: { readonly title: string; readonly worktree: string },
  work: () => Promise<T>,
): Thenable<T | null> =>
  window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const running = () => app.state.effects[setUpEffect(worktree)]?.effect;
      const commands = (): string => {
        const effect = running();
        return effect?.kind === 'setUpWorktree' ? effect.wish.commands.map(commandLine).join(', ') : '';
      };
      let told = '';
      const watching = app.onDidChange(() => {
        const message = commands();
        if (message !== '' && message !== told) progress.report({ message: (told = message) });
      });
      const stopped = new Promise<null>((resolve) =>
        token.onCancellationRequested(() => {
          if (running()) void app.dispatch({ type: 'stopSetUp', worktree }, editor);
          else resolve(null);
        }),
      );
      try {
        return await Promise.race([work(), stopped]);
      } finally {
        watching.dispose();
      }
    },
  );
