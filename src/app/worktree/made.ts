import type { Worktree } from '../../core/worktree/types.ts';
import type { Orchestrator } from '../orchestrator.ts';

/** The worktree of this id when nobody is making it any more; undefined when it is no longer listed. */
export const made = (
  orchestrator: Pick<Orchestrator, 'state' | 'onDidChange'>,
  id: string,
): Promise<Worktree | undefined> =>
  new Promise((resolve) => {
    const look = (): void => {
      const found = orchestrator.state.worktrees[id];
      if (found?.state === 'creating') return;
      watching.dispose();
      resolve(found);
    };
    const watching = orchestrator.onDidChange(look);
    look();
  });
