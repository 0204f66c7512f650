import type { Disposable } from '../base/disposable.ts';
import type { Worktree } from '../core/worktree/types.ts';
import type { App } from './app.ts';

/**
 * Resolves when the worktree at a path is there, could not be made, or whoever asked stopped waiting. What was wanted
 * and is no longer listed could not be made.
 */
export const worktreeSettled = (
  app: Pick<App, 'state' | 'onDidChange'>,
  path: string,
  onCancel: (listener: () => void) => Disposable,
): Promise<Worktree['state'] | 'cancelled'> =>
  new Promise((resolve) => {
    const look = (): void => {
      const found = Object.values(app.state.worktrees).find((worktree) => worktree.path === path);
      if (found?.state !== 'creating') finish(found?.state ?? 'failed');
    };
    const finish = (state: Worktree['state'] | 'cancelled'): void => {
      watching.dispose();
      cancelling.dispose();
      resolve(state);
    };
    const watching = app.onDidChange(look);
    const cancelling = onCancel(() => finish('cancelled'));
    look();
  });
