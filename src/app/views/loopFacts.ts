import { completedIn } from '../../core/autoLoop/cycles.ts';
import { heldNow } from '../../core/lease/heldNow.ts';
import type { Loop } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { poolLines } from './poolWords.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** What a loop on the queue has come to, its guards and its width, as short phrases; none for a loop on one piece of work. */
export function loopFacts(ctx: ViewContext, state: State, loop: Loop): readonly string[] {
  const { guards } = loop.options;
  if (!guards) return [];
  const { t } = ctx;
  const deferred = (loop.cycles ?? []).filter(({ outcome }) => outcome === 'deferred').length;
  const params = { completed: completedIn(loop), target: guards.target ?? 0, deferred, streak: loop.streak ?? 0 };
  return [
    guards.target === null ? t('{completed} completed', params) : t('{completed} of {target} completed', params),
    ...(deferred > 0 ? [t('{deferred} deferred', params)] : []),
    ...(guards.maxBlockers !== null && (loop.streak ?? 0) > 0
      ? [
          t('{streak} deferred in a row, {most} {most|ends|end} the loop', {
            ...params,
            most: Math.max(guards.maxBlockers, 1),
          }),
        ]
      : []),
    ...(guards.maxMs > 0
      ? [
          guards.maxMs % 60_000 === 0
            ? t('{minutes} min at most', { minutes: guards.maxMs / 60_000 })
            : t('{seconds} s at most', { seconds: guards.maxMs / 1000 }),
        ]
      : []),
    ...poolLines(ctx, loop),
    ...(loop.halted ? [sentence(ctx, heldNow(state, loop.halted))] : []),
  ];
}
