import { KeyedQueue } from '../../base/keyedQueue.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { compareShared } from '../../core/breach/compare.ts';
import { looseChanges } from '../../core/breach/loose.ts';
import type { SharedChange, TiedChange } from '../../core/breach/types.ts';
import { findTie } from '../../core/breach/tie.ts';
import type { SharedFact } from '../../core/breach/types.ts';
import type { State } from '../../core/state.ts';
import type { Settings } from '../../protocol/settings.ts';
import { worktreesFolder } from '../loopOptions.ts';
import type { Orchestrator } from '../orchestrator.ts';
import { ownFolders, type Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import type { SharedSight } from '../ports/git.ts';
import type { Trails } from './trails.ts';
import { createWatchers } from './watchers.ts';

/** Looks at what worktrees share while jobs work, and records what changed. Only the owner's is used. */
export interface SharedWatch extends Disposable {
  /** Makes sure that everything is known as it is before a job starts; the problem keeps it from starting. */
  begin(): Promise<Problem | null>;
  /** Looks now, and resolves when what was found is recorded. */
  look(): Promise<void>;
  /** Compares with what was there before this host ran, if jobs worked then. */
  resume(): Promise<void>;
  /** Watches for as long as the state says so. */
  follow(state: State): void;
}

interface Deps {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Orchestrator;
  readonly trails: Trails;
  readonly settings: () => Settings;
}

const self = { kind: 'host', id: 'watch' } as const;

/** Changes mostly come in bursts; one look at most in this time, in milliseconds. */
const quietMs = 1000;

/** How often a look may fail, as when its git is killed, before what it was to see counts as unseen. */
const mostLooks = 3;

/** How long watching goes on when nobody works, in milliseconds: to begin it again for each lane costs more. */
const restMs = 60_000;

/** Nobody has worked since the last look, and no change of the configuration waits for a person's word. */
const isQuiet = ({ shared, breaches }: State): boolean =>
  shared === null && !Object.values(breaches).some(({ kind, accepted }) => kind === 'config' && accepted === undefined);

export function createSharedWatch({ ports, places, orchestrator, trails, settings }: Deps): SharedWatch {
  const turns = new KeyedQueue();
  /** What this process saw last, with the digest by which the log knows it. */
  let seen: { readonly digest: string; readonly facts: readonly SharedFact[] } | null = null;
  let timer: Disposable | null = null;
  let resting: Disposable | null = null;
  let isDisposed = false;

  /** What happens in there is no change of the main checkout. */
  const elsewhere = (): readonly string[] => [
    worktreesFolder(settings(), places.controlRoot),
    ...ownFolders.map((name) => `${places.controlRoot}/${name}`),
  ];
  const unattended = (task: Promise<unknown>): void =>
    void task.catch((error: unknown) => ports.log.error('a look at what is shared failed', { reason: String(error) }));
  const watchers = createWatchers(ports.files, elsewhere, () => {
    timer ??= ports.clock.after(quietMs, () => {
      timer = null;
      unattended(look());
    });
  });

  /** The facts that a digest stands for; null when nobody knows them any more. */
  const factsOf = async (digest: string): Promise<readonly SharedFact[] | null> => {
    if (seen?.digest === digest) return seen.facts;
    const text = await ports.store.getBlob(digest);
    return text === null ? null : JSON.parse(text);
  };

  /** What is seen later is compared with the same as what was to be seen now, so that nothing gets by meanwhile. */
  const lookAgain = async (): Promise<Result<SharedSight, Problem>> => {
    const once = () => ports.git.lookShared(...(isQuiet(orchestrator.state) ? (['keep'] as const) : []));
    let sight = await once();
    for (let n = 1; n < mostLooks && !sight.ok; n += 1) sight = await once();
    return sight;
  };

  const observe = async (): Promise<Problem | null> => {
    if (isDisposed) return null;
    const sight = await lookAgain();
    if (!sight.ok) {
      ports.log.warn('what worktrees share could not be looked at', { code: sight.error.code, ...sight.error.params });
      await orchestrator.dispatch({ type: 'observeShared', look: { facts: null, changes: [] } }, self);
      return sight.error;
    }
    await record(sight.value);
    return null;
  };

  const record = async ({ facts, files, trees }: SharedSight): Promise<void> => {
    const before = orchestrator.state.shared;
    const known = before === null ? facts : await factsOf(before.facts);
    const digest = await ports.store.putBlob(JSON.stringify(facts));
    seen = { digest, facts };
    const changes = known === null ? [] : compareShared(known, facts);
    const found = changes.map((change) =>
      withTies(change, orchestrator.state.shared?.jobs.map(({ job }) => job) ?? []),
    );
    const look = { facts: known === null ? null : digest, changes: [...found, ...tiedSince()] };
    await orchestrator.dispatch({ type: 'observeShared', look }, self);
    // Without anything to compare with, the look counts as unseen; from here on it is known again.
    if (known === null)
      await orchestrator.dispatch({ type: 'observeShared', look: { facts: digest, changes: [] } }, self);
    watchers.see({ files, trees });
  };

  const withTies = (change: SharedChange, jobs: readonly string[]): TiedChange => ({
    ...change,
    ties: jobs.flatMap((job) => {
      const tie = findTie(change, places, trails.of(job));
      return tie === null ? [] : [{ job, tie }];
    }),
  });

  /** What was found before, and only now turns out to be somebody's. */
  const tiedSince = (): readonly TiedChange[] =>
    looseChanges(orchestrator.state)
      .map(({ change, jobs }) => withTies(change, jobs))
      .filter(({ ties }) => ties.length > 0);

  const inTurn = (task: () => Promise<Problem | null>): Promise<Problem | null> => turns.run('', task);
  const look = async (): Promise<void> => {
    await inTurn(async () => (orchestrator.state.shared === null ? null : observe()));
  };

  return {
    begin: () => inTurn(async () => (orchestrator.state.shared !== null && seen !== null ? null : observe())),
    look,
    resume: async () => {
      if (orchestrator.state.shared !== null) await look();
    },
    follow: ({ shared }) => {
      if (shared !== null) {
        resting?.dispose();
        resting = null;
      } else
        resting ??= ports.clock.after(restMs, () => {
          resting = null;
          watchers.dispose();
        });
      trails.keep(new Set((shared?.jobs ?? []).map((witness) => witness.job)));
    },
    dispose: () => {
      isDisposed = true;
      timer?.dispose();
      resting?.dispose();
      watchers.dispose();
    },
  };
}
