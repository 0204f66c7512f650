import type { HerdrEvent, HerdrSnapshot } from '../../../protocol/herdr.ts';
import { changesOf, handleIn } from './panes.ts';

/** What was last seen of MAM's panes. */
export interface SeenPanes {
  /** Handles of the panes that came, went, moved or whose agent is taken for something else. */
  take(snapshot: HerdrSnapshot): readonly string[];
  /** Ids of the panes by their handles. */
  panes(): ReadonlyMap<string, string>;
  /** Whether an event is about one of MAM's panes, or may be. */
  concerns(event: HerdrEvent): boolean;
}

export function createSeenPanes(): SeenPanes {
  let known = new Map<string, { readonly pane: string; readonly text: string }>();
  return {
    take(snapshot) {
      const before = known;
      known = new Map();
      for (const pane of snapshot.panes) {
        const handle = handleIn(pane.label);
        if (handle === null) continue;
        // By their number, so that a change and its opposite between two looks are not missed.
        const changes = changesOf(snapshot, pane.terminal_id);
        const words = [pane.pane_id, pane.terminal_id, pane.agent ?? '', pane.agent_status, changes];
        known.set(handle, { pane: pane.pane_id, text: words.join(' ') });
      }
      return [...new Set([...before.keys(), ...known.keys()])].filter(
        (handle) => before.get(handle)?.text !== known.get(handle)?.text,
      );
    },
    panes: () => new Map([...known].map(([handle, { pane }]) => [handle, pane])),
    concerns({ data: { pane_id: id, previous_pane_id: old, pane } }) {
      const named = [id, old, pane?.pane_id].filter((one) => typeof one === 'string');
      if (named.length === 0 || handleIn(pane?.label) !== null) return true;
      return [...known.values()].some((one) => named.includes(one.pane));
    },
  };
}
