import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { removalsUnderWay } from '../../core/worktree/removal.ts';
import type { Orchestrator } from '../orchestrator.ts';

interface CutShort {
  readonly branch: string | null;
  /** Where the copy is; null when there was nothing to keep. */
  readonly ended: Promise<Result<string | null, Problem>>;
}

/**
 * Removals that were under way when this host came, by path. It goes on with them by itself, perhaps before anybody asks
 * again: who does hears how they ended.
 */
export function removalsCutShort(
  orchestrator: Pick<Orchestrator, 'state' | 'onDidChange'>,
): ReadonlyMap<string, CutShort> {
  const { state } = orchestrator;
  return new Map(
    removalsUnderWay(state).map(({ worktree, path }) => {
      const ended = new Promise<Result<string | null, Problem>>((resolve) => {
        const listening = orchestrator.onDidChange((news) => {
          for (const { event } of news) {
            const failed = event.type === 'effectSettled' && event.effect === `${worktree}/remove` && event.problem;
            const removed = event.type === 'worktreeRemoved' && event.worktree === worktree;
            if (!failed && !removed) continue;
            listening.dispose();
            resolve(removed ? ok(event.rescue) : failed ? err(failed) : ok(null));
          }
        });
      });
      return [path, { branch: state.worktrees[worktree]?.branch ?? null, ended }] as const;
    }),
  );
}
