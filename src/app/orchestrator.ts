import { Emitter, type Event } from '../base/event.ts';
import { isoSeconds } from '../base/clock.ts';
import type { Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { sameValue } from '../base/sameValue.ts';
import type { Actor } from '../core/actor.ts';
import type { Command } from '../core/command.ts';
import type { Context } from '../core/context.ts';
import { decide } from '../core/decide.ts';
import type { DomainEvent, Recorded } from '../core/event.ts';
import { evolve, fold } from '../core/evolve.ts';
import { react } from '../core/loop/react.ts';
import type { Own } from '../core/records.ts';
import { emptyState, type State } from '../core/state.ts';
import type { Clock } from '../base/clock.ts';
import type { Draft, EventStore } from './ports/eventStore.ts';
import type { Ids } from './ports/system.ts';

/** Version of the folded state in snapshots: raised whenever `State` or the fold changes, so that an old one is not read. */
export const snapshotVersion = 11;
/** Folding is fast and a snapshot holds the whole state, so that they are kept rare. */
const snapshotEvery = 2000;
/** A decision that never settles is a bug; this many follow-up steps are far beyond any real one. */
const mostSteps = 10_000;

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

interface Deps {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Awake milliseconds of the control root. */
  readonly awakeMs: () => number;
  /** Takes out of the texts of people and agents what must not be kept. */
  readonly redact: (text: string) => string;
  /** Epoch of the owner that this host is, for effects that must not outlive its ownership; null for a mirror. */
  readonly epoch: () => number | null;
}

/** Commands that only an owner may append; a host that lost ownership meanwhile is fenced off by the store. */
const fenced: ReadonlySet<Command['type']> = new Set(['startEffect', 'settleEffect', 'renewLeases', 'observeShared']);

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
    if (!isKeeping || state.seq - snapshotAt < snapshotEvery) return;
    snapshotAt = state.seq;
    void store.saveSnapshot(snapshotVersion, state.seq, JSON.stringify(state)).catch(() => undefined);
  };

  const catchUp = async (): Promise<Problem | null> => {
    for (;;) {
      const page = await store.read(state.seq, 5000);
      if (!page.ok) return page.error;
      if (page.value.length === 0) return null;
      advance(page.value);
    }
  };

  const refold = async (): Promise<Result<boolean, Problem>> => {
    const now = state;
    let folded = emptyState;
    while (folded.seq < now.seq) {
      const page = await store.read(folded.seq, Math.min(5000, now.seq - folded.seq));
      if (!page.ok) return page;
      if (page.value.length === 0) break;
      folded = fold(page.value, folded);
    }
    if (sameValue(folded, now)) return ok(true);
    state = folded;
    await store.saveSnapshot(snapshotVersion, state.seq, JSON.stringify(state));
    await catchUp();
    changed.fire([]);
    return ok(false);
  };

  const dispatch = async (command: Command, actor: Actor): Promise<Result<readonly DomainEvent[], Problem>> => {
    const context = createContext(deps, actor);
    const epoch = deps.epoch();
    if (fenced.has(command.type) && epoch === null) return ok([]);
    const seen = state;
    const done = await store.transact(
      seen.seq,
      (unseen) => {
        const decided = decideFully(fold(unseen, seen), command, context);
        return { drafts: decided.ok ? decided.value : [], result: { unseen, decided } };
      },
      fenced.has(command.type) && epoch !== null ? { epoch } : undefined,
    );
    if (!done.ok) return err(done.error);
    advance([...done.value.result.unseen, ...done.value.appended]);
    const { decided } = done.value.result;
    return decided.ok ? ok(decided.value.map((draft) => draft.event)) : err(decided.error);
  };

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
    },
    catchUp,
    refold,
  });
}

function createContext(deps: Deps, actor: Actor): Context & { reset(): void } {
  // Drawn once and kept, so that a decision repeated after a busy store names the same things.
  const drawn: string[] = [];
  let next = 0;
  return {
    actor,
    at: isoSeconds(deps.clock.now()),
    awakeMs: deps.awakeMs(),
    redact: deps.redact,
    id: () => (drawn[next++] ??= deps.ids.next()),
    reset: () => {
      next = 0;
    },
  };
}

/** The command's own events, and everything that follows from them by itself. */
function decideFully(
  start: State,
  command: Command,
  context: Context & { reset(): void },
): Result<readonly Draft[], Problem> {
  context.reset();
  const drafts: Draft[] = [];
  const own: Own = new WeakSet();
  let state = start;
  const take = (events: readonly DomainEvent[], actor: Actor): void => {
    for (const event of events) {
      drafts.push({ at: context.at, actor: `${actor.kind}:${actor.id}`, event });
      state = evolve(state, { seq: state.seq + 1, at: context.at, actor: actor.id, event }, own);
    }
  };
  const decided = decide(state, command, context);
  if (!decided.ok) return decided;
  take(decided.value, context.actor);
  for (let steps = 0; ; steps++) {
    const more = react(state, context);
    if (more.length === 0) return ok(drafts);
    if (steps > mostSteps)
      throw new Error(`The core does not settle after ${command.type}: ${JSON.stringify(more[0])}`);
    take(more, { kind: 'host', id: 'core' });
  }
}
