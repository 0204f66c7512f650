import type { Disposable } from '../base/disposable.ts';
import type { CheckoutKind } from '../core/overlap/radar.ts';
import type { State } from '../core/state.ts';
import type { Files } from './ports/files.ts';
import type { Git, WorktreeStatus } from './ports/git.ts';

/** How the worktrees stand on disk: what the log can't know. */
export interface WorktreeWatch extends Disposable {
  /** By absolute path; empty before the first look. */
  readonly statuses: ReadonlyMap<string, WorktreeStatus>;
  /** Which worktrees there are; looks again when that changed and somebody sees it. */
  follow(state: State): void;
  /** Whether somebody sees how they stand. While nobody does, nothing is looked at, and what changes is looked at later. */
  show(seen: boolean): void;
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

/**
 * Looks at the worktrees when something in one of them or a branch changed, one look at a time, and never on a timer. Of
 * those that are watched, only one in which something changed has its status read again.
 */
export function createWorktreeWatch(
  {
    git,
    files,
    preferredBase,
    main,
    onFailure,
  }: {
    readonly git: Git;
    readonly files: Files;
    readonly preferredBase: () => string | null;
    /** Path of the main checkout. */
    readonly main: string;
    /** A failure that nobody expected. */
    readonly onFailure: (reason: string) => void;
  },
  onLook: (sighting: Sighting) => void,
): WorktreeWatch {
  const watched = new Map<string, Disposable>();
  let statuses: ReadonlyMap<string, WorktreeStatus> = new Map();
  let looking: Promise<void> | null = null;
  let seen = false;
  /** Something may be otherwise than the last look found it. */
  let due = false;
  let refs: State['refs'] = {};
  let paths: readonly string[] = [];
  let wanted: ReadonlySet<string> = new Set();
  /** Since the last look, and what that one could not read. */
  const touched = new Set<string>();

  /** Whether the status of a checkout has to be read: of what nobody watches it may always be another. */
  const asks = (changed: ReadonlySet<string>) => (path: string, head: string | null) => {
    if (!watched.has(path)) return watched.size > 0 && !paths.includes(path);
    const known = statuses.get(path);
    return changed.has(path) || known?.dirty === undefined || known.head !== head;
  };
  /** How it stood when it was read, where it was not read this time. */
  const withKept = (status: WorktreeStatus): WorktreeStatus => {
    const known = watched.has(status.path) && status.dirty === undefined ? statuses.get(status.path) : undefined;
    if (known?.dirty === undefined || known.head !== status.head || status.prunable !== null) return status;
    return { ...status, changed: known.changed, untracked: known.untracked, dirty: known.dirty };
  };
  /** Those of reviewers and checks are MAM's, too, and hold nothing of their own, nor does what is being removed. */
  const othersOf = (): Sighting['others'] =>
    new Map(
      [...statuses.values()].flatMap(({ path, head, branch, prunable }) =>
        head === null || prunable !== null || paths.includes(path) || isLeaving(path)
          ? []
          : [[path, { head, branch, kind: path === main ? ('main' as const) : ('foreign' as const) }]],
      ),
    );

  const lookOnce = async (): Promise<void> => {
    const changed = new Set(touched);
    due = false;
    touched.clear();
    const base = await git.resolveBase(preferredBase());
    const list = await git.listWorktrees(base.ok ? base.value : undefined, paths, asks(changed));
    if (list.ok) statuses = new Map(list.value.map((status) => [status.path, withKept(status)]));
    else for (const path of changed) touched.add(path);
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
  };
  const look = async (): Promise<void> => {
    try {
      do await lookOnce();
      while (isWanted());
    } catch (error) {
      // What was known may be wrong by now; all of it is read again by the next look.
      statuses = new Map();
      onFailure(String(error));
    } finally {
      looking = null;
    }
  };
  const isWanted = (): boolean => seen && due;
  const lookIfDue = (): void => {
    if (isWanted()) looking ??= look();
  };

  const keepUp = (): void => {
    for (const [path, watcher] of watched) {
      if (wanted.has(path)) continue;
      watcher.dispose();
      watched.delete(path);
      due = true;
    }
    if (!seen) return;
    for (const path of wanted) {
      if (watched.has(path)) continue;
      watched.set(
        path,
        files.watchTree(path, () => {
          touched.add(path);
          due = true;
          lookIfDue();
        }),
      );
      due = true;
    }
    lookIfDue();
  };

  return {
    get statuses() {
      return statuses;
    },
    settled: () => looking ?? Promise.resolve(),
    show: (value) => {
      seen = value;
      keepUp();
    },
    follow: (state) => {
      paths = Object.values(state.worktrees).map((worktree) => worktree.path);
      // Reviewers and checks only read: their worktrees have nothing to show but that they are there.
      wanted = new Set(
        Object.values(state.worktrees)
          .filter(
            (worktree) => worktree.state === 'ready' && (worktree.purpose === 'write' || worktree.purpose === 'person'),
          )
          .map((worktree) => worktree.path),
      );
      due ||= state.refs !== refs && wanted.size > 0;
      refs = state.refs;
      keepUp();
    },
    dispose: () => {
      for (const watcher of watched.values()) watcher.dispose();
      watched.clear();
    },
  };
}

/** A worktree has another name for as long as its files are being deleted. */
const isLeaving = (path: string): boolean => /\/\.[^/]+\.mam-removing$/.test(path);
