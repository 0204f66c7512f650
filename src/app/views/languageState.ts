import type { State } from '../../core/state.ts';
import type { LanguageState } from '../../protocol/languageState.ts';
import { missingOf, runWords } from './queue.ts';
import { isFree } from './startLoop.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import type { ViewContext } from './viewContext.ts';

/** What an editor's language server shows of the state: only what the queue file doesn't say itself, so that it stays small. */
export const languageStateView = (ctx: ViewContext, state: State, root: string): LanguageState => {
  const newest = new Map(
    newestFirst(state)
      .toReversed()
      .map((run) => [run.task.id, run]),
  );
  const tasks = state.queue.tasks.flatMap(({ id }) => {
    const run = newest.get(id);
    if (run === undefined) return [];
    return [
      {
        id,
        words: runWords(ctx, state, run),
        missing: [...missingOf(ctx, run)],
        startable: isFree(run) && run.decision?.kind !== 'approved',
      },
    ];
  });
  return { root, tasks, roles: (state.topology?.roles ?? []).map(({ name }) => name) };
};
