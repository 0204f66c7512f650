import { Emitter, type Event } from '../base/event.ts';
import type { Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { sameValue } from '../base/sameValue.ts';
import type { Actor } from '../core/actor.ts';
import type { Command } from '../core/command.ts';
import type { DomainEvent, Recorded } from '../core/event.ts';
import { fold } from '../core/evolve.ts';
import { emptyState, type State } from '../core/state.ts';
import { createCommandLine, type Asked } from './commandLine.ts';
import { createDecisionContext, decideEach, type DecisionDeps } from './decideEach.ts';
import type { EventStore } from './ports/eventStore.ts';

/** Version of the folded state in snapshots: raised whenever `State` or the fold changes, so that an old one is not read. */
export const snapshotVersion = 45;
/** Folding is fast and a snapshot holds the whole state, so that they are kept rare. */
const snapshotEvery = 2000;
/** Events that are read at once: few enough to be forgotten again before the memory of a long history is asked for. */
const page = 500;

export interface Orchestrator {
  readonly state: State;
  /** Fires after the state moved, by this process or another one, with the events that moved it. */
  readonly onDidChange: Event<readonly Recorded[]>;
  /** Decides, appends and folds one command; returns what was appended. */
  dispatch(command: Command, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>>;
  /** From now on snapshots are kept. Writing one takes long where the history is, so none is written while a host opens. */
  keepSnapshots(): void;
  /** Folds what other processes appended. */
  catchUp(): Promise<Problem | null>;
  /** Folds the whole log anew. False when the state, which may stem from a snapshot, said anything else; then the log counts. */
  refold(): Promise<Result<boolean, Problem>>;
}

interface Deps extends DecisionDeps {
  readonly store: EventStore;
  /** Epoch of the owner that this host is, for effects that must not outlive its ownership; null for a mirror. */
  readonly epoch: () => number | null;
}

/** Commands that only an owner may append; a host that lost ownership meanwhile is fenced off by the store. */
const fenced: ReadonlySet<Command['type']> = new Set([
  'startEffect',
  'settleEffect',
  'renewLeases',
  'observeShared',
  'sendPrompt',
  'judgeJobs',
]);

/** Loads the newest snapshot and what came after it. */
export async function createOrchestrator(deps: Deps): Promise<Result<Orchestrator, Problem>> {
  const { store } = deps;
  const changed = new Emitter<readonly Recorded[]>();
  const snapshot = await store.loadSnapshot(snapshotVersion);
  let state: State = snapshot ? JSON.parse(snapshot.state) : emptyState;
  let snapshotAt = state.seq;
  let isKeeping = false;

  const advance = (events: readonly Recorded[]): void => {
    const news = events.filter((one) => one.seq > state.seq);
    const [first] = news;
    if (!first) return;
    if (first.seq !== state.seq + 1) {
      // The state was set back meanwhile: what lies between is read from the log, never skipped.
      void catchUp();
      return;
    }
    state = fold(news, state);
    changed.fire(news);
    keepSnapshot();
  };

  const keepSnapshot = (): void => {
    if (!isKeeping || state.seq - snapshotAt < snapshotEvery) return;
    snapshotAt = state.seq;
    void store.saveSnapshot(snapshotVersion, state.seq, JSON.stringify(state)).catch(() => undefined);
  };

  const catchUp = async (): Promise<Problem | null> => {
    for (;;) {
      const read = await store.read(state.seq, page);
      if (!read.ok) return read.error;
      if (read.value.length === 0) return null;
      advance(read.value);
    }
  };

  const refold = async (): Promise<Result<boolean, Problem>> => {
    const now = state;
    let folded = emptyState;
    while (folded.seq < now.seq) {
      const read = await store.read(folded.seq, Math.min(page, now.seq - folded.seq));
      if (!read.ok) return read;
      if (read.value.length === 0) break;
      folded = fold(read.value, folded);
    }
    if (sameValue(folded, now)) return ok(true);
    state = folded;
    await store.saveSnapshot(snapshotVersion, state.seq, JSON.stringify(state));
    await catchUp();
    changed.fire([]);
    return ok(false);
  };

  const decideTogether = async (group: readonly Asked[], isFenced: boolean): Promise<void> => {
    const epoch = deps.epoch();
    if (isFenced && epoch === null) {
      for (const { resolve } of group) resolve(ok([]));
      return;
    }
    const asked = group.map(({ command, actor }) => ({ command, context: createDecisionContext(deps, actor) }));
    const seen = state;
    const done = await store.transact(
      seen.seq,
      (unseen) => {
        const decided = decideEach(fold(unseen, seen), asked);
        return { drafts: decided.flatMap((one) => (one.ok ? one.value : [])), result: { unseen, decided } };
      },
      isFenced && epoch !== null ? { epoch } : undefined,
    );
    if (!done.ok) {
      for (const { resolve } of group) resolve(err(done.error));
      return;
    }
    advance([...done.value.result.unseen, ...done.value.appended]);
    for (const [i, one] of done.value.result.decided.entries())
      group[i]?.resolve(one.ok ? ok(one.value.map((draft) => draft.event)) : one);
  };
  const dispatch = createCommandLine((command) => fenced.has(command.type), decideTogether);

  const problem = await catchUp();
  if (problem) return err(problem);
  return ok({
    get state() {
      return state;
    },
    onDidChange: changed.event,
    dispatch,
    keepSnapshots: () => {
      isKeeping = true;
      keepSnapshot();
    },
    catchUp,
    refold,
  });
}
