import { heldNow } from '../../core/lease/heldNow.ts';
import { hasLoweredPass } from '../../core/loop/phases.ts';
import type { Loop, Run } from '../../core/loop/types.ts';
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
  const closed = runs.filter(isClosedAgain);
  const closedAgain = closed.length > 0 ? [t('Gate closed again: {tasks}.', { tasks: named(closed) })] : [];
  if (loop.outcome === 'blocked')
    return [
      t('The loop is blocked.'),
      ...(loop.halted ? [sentence(ctx, heldNow(state, loop.halted))] : []),
      ...(asking.length > 0 ? [t('Asks you: {tasks}.', { tasks: named(asking) })] : []),
      ...closedAgain,
    ].join(' ');
  if (loop.outcome !== 'completed' || open.length + closed.length === 0) return null;
  const done =
    open.length > 0
      ? t('The loop is completed. Waits for your decision: {tasks}.', { tasks: named(open) })
      : t('The loop is completed.');
  return [done, ...closedAgain].join(' ');
}

/** Nothing goes on in it, and its gate does not open by itself, as it does once a merge was checked. */
const isClosedAgain = (run: Run): boolean =>
  run.phase === 'waiting' &&
  run.decision === null &&
  (hasLoweredPass(run) || run.gate?.rules.some(({ outcome }) => outcome === 'fail') === true);
