import { heldNow } from '../../core/lease/heldNow.ts';
import type { Loop } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { awaitsDecision } from './gateWords.ts';
import { sentence, type ViewContext } from './viewContext.ts';
import { shortList } from './words.ts';

/** What a person is told when a loop on the queue ended, with the next step theirs; null where nothing is to be decided. */
export function loopEndWords(ctx: ViewContext, state: State, loop: Loop): string | null {
  if (loop.state !== 'ended' || loop.options.guards === undefined) return null;
  const { t } = ctx;
  const runs = Object.values(state.runs).filter((run) => run.loop === loop.id);
  const named = (all: typeof runs): string =>
    shortList(
      all.map(({ task }) => task.id),
      3,
    );
  const asking = runs.filter(({ phase }) => phase === 'needs-you');
  const open = runs.filter((run) => awaitsDecision(run));
  if (loop.outcome === 'blocked')
    return [
      t('The loop is blocked.'),
      ...(loop.halted ? [sentence(ctx, heldNow(state, loop.halted))] : []),
      ...(asking.length > 0 ? [t('Asks you: {tasks}.', { tasks: named(asking) })] : []),
    ].join(' ');
  if (loop.outcome === 'completed' && open.length > 0)
    return t('The loop is completed. Waits for your decision: {tasks}.', { tasks: named(open) });
  return null;
}
