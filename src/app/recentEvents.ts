import type { Recorded } from '../core/event.ts';
import type { State } from '../core/state.ts';
import type { App } from './app.ts';
import type { EventStore } from './ports/eventStore.ts';

/** Events that are kept to be shown again. */
const mostKept = 5000;

/**
 * The newest events, the oldest of them first. Who shows them asks at each change: what was read before is kept, and only
 * what came since is read.
 */
export const recentEvents = (store: Pick<EventStore, 'read'>, state: () => State): App['recentEvents'] => {
  let kept: readonly Recorded[] = [];
  /** Kept is everything after this one, up to the last of it. */
  let from = 0;
  return async (limit) => {
    const since = Math.max(0, state().seq - limit);
    const [before, last] = [kept, kept.at(-1)?.seq ?? 0];
    const goesOn = from <= since && since <= last && before.length > 0;
    const news = await store.read(goesOn ? last : since, limit);
    if (!news.ok) return [];
    const all = goesOn ? [...before, ...news.value] : news.value;
    if (!goesOn) from = since;
    from = Math.max(from, all.at(-mostKept - 1)?.seq ?? 0);
    kept = all.slice(-mostKept);
    return all.filter(({ seq }) => seq > since).slice(-limit);
  };
};
