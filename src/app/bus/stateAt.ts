import { fold } from '../../core/evolve.ts';
import { emptyState, type State } from '../../core/state.ts';
import { snapshotVersion } from '../orchestrator.ts';
import type { EventStore } from '../ports/eventStore.ts';

const page = 1000;

/**
 * The state right after the event `seq`, folded from the newest snapshot that is not after it, else from the beginning.
 * Page by page, so that others get their turn. Null when the log can't be read that far.
 */
export async function stateAt(store: EventStore, seq: number): Promise<State | null> {
  const snapshot = await store.loadSnapshot(snapshotVersion);
  const parsed: State = snapshot && snapshot.seq <= seq ? JSON.parse(snapshot.state) : emptyState;
  let state = parsed;
  while (state.seq < seq) {
    const events = await store.read(state.seq, Math.min(page, seq - state.seq));
    if (!events.ok || events.value.length === 0) return null;
    state = fold(events.value, state);
  }
  return state;
}
