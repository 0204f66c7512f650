import type { Disposable } from '../base/disposable.ts';
import type { CheckoutKind } from '../core/overlap/radar.ts';
import type { State } from '../core/state.ts';
import type { Files } from './ports/files.ts';
import type { Git, WorktreeStatus } from './ports/git.ts';

/** How the worktrees stand on disk: what the log can't know. */
export interface WorktreeWatch extends Disposable {
  /** By absolute path; empty before the first look. */
  readonly statuses: ReadonlyMap<string, WorktreeStatus>;
  /** Follows which worktrees there are; looks again when that changed. */
  follow(state: State): void;
  refresh(): Promise<void>;
  /** Resolves when no look is under way. */
  settled(): Promise<void>;
}

/** A checkout that is not MAM's, so that nobody watches it: it is looked at whenever something else is. */
export interface OtherSeen {
  readonly head: string;
  readonly branch: string | null;
  readonly kind: Exclude<CheckoutKind, 'mam'>;
}

/** What one look found. */
export interface Sighting {
  /** Head of each worktree in which somebody works. */
  readonly heads: ReadonlyMap<string, string>;
  /** Those in which something changed since the look before. */
  readonly touched: ReadonlySet<string>;
  /** The main checkout and the worktrees that MAM did not make; none while nobody works in one of MAM's. */
  readonly others: ReadonlyMap<string, OtherSeen>;
  /** Changed paths that a status listed of each of both; no entry where nobody knows. */
  readonly dirty: ReadonlyMap<string, readonly string[]>;
  /** Commit that work starts from; null when there is none. */
  readonly base: string | null;
}

/** Looks at the worktrees when something in one of them or a branch changed, one look at a time, and never on a timer. */
export function createWorktreeWatch(
  {
    git,
    files,
    preferredBase,
    main,
  }: {
    readonly git: Git;
    readonly files: Files;
    readonly preferredBase: () => string | null;
    /** Path of the main checkout. */
    readonly main: string;
  },
  onLook: (sighting: Sighting) => void,
): WorktreeWatch {
  const watched = new Map<string, Disposable>();
  let statuses: ReadonlyMap<string, WorktreeStatus> = new Map();
  let looking: Promise<void> | null = null;
  let again = false;
  let refs: State['refs'] = {};
  let paths: readonly string[] = [];
  let touched = new Set<string>();

  const look = async (): Promise<void> => {
    do {
      again = false;
      const changed = touched;
      touched = new Set();
      const base = await git.resolveBase(preferredBase());
      const list = await git.listWorktrees(base.ok ? base.value : undefined, paths);
      if (list.ok) statuses = new Map(list.value.map((status) => [status.path, status]));
      const heads = [...watched.keys()].flatMap((path) => {
        const status = statuses.get(path);
        return status?.head && status.prunable === null ? [[path, status.head] as const] : [];
      });
      onLook({
        heads: new Map(heads),
        touched: changed,
        others: heads.length === 0 ? new Map() : othersOf(),
        dirty: new Map([...statuses].flatMap(([path, { dirty }]) => (dirty === undefined ? [] : [[path, dirty]]))),
        base: base.ok ? base.value.commit : null,
      });
    } while (again);
    looking = null;
  };
  /** Those of reviewers and checks are MAM's, too, and hold nothing of their own. */
  const othersOf = (): Sighting['others'] =>
    new Map(
      [...statuses.values()].flatMap(({ path, head, branch, prunable }) =>
        head === null || prunable !== null || paths.includes(path)
          ? []
          : [[path, { head, branch, kind: path === main ? ('main' as const) : ('foreign' as const) }]],
      ),
    );
  const refresh = (): Promise<void> => {
    if (looking) again = true;
    return (looking ??= look());
  };

  return {
    get statuses() {
      return statuses;
    },
    refresh,
    settled: () => looking ?? Promise.resolve(),
    follow: (state) => {
      paths = Object.values(state.worktrees).map((worktree) => worktree.path);
      // Reviewers and checks only read: their worktrees have nothing to show but that they are there.
      const wanted = new Set(
        Object.values(state.worktrees)
          .filter(
            (worktree) => worktree.state === 'ready' && (worktree.purpose === 'write' || worktree.purpose === 'person'),
          )
          .map((worktree) => worktree.path),
      );
      let changed = state.refs !== refs && wanted.size > 0;
      refs = state.refs;
      for (const [path, watcher] of watched) {
        if (wanted.has(path)) continue;
        watcher.dispose();
        watched.delete(path);
        changed = true;
      }
      for (const path of wanted) {
        if (watched.has(path)) continue;
        watched.set(
          path,
          files.watchTree(path, () => {
            touched.add(path);
            void refresh();
          }),
        );
        changed = true;
      }
      if (changed) void refresh();
    },
    dispose: () => {
      for (const watcher of watched.values()) watcher.dispose();
      watched.clear();
    },
  };
}
