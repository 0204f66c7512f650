import type { Check } from './evidence/types.ts';
import type { WorktreePurpose } from './worktree/types.ts';

/**
 * What is to be done in the world, as data. An effect is recorded in the transaction that decided it, run by the
 * owner, and settled by exactly one outcome. The id says what it is for, so the same wish is never recorded twice.
 */
export type Effect =
  | {
      readonly kind: 'prepareRun';
      readonly id: string;
      readonly run: string;
      readonly task: string;
      readonly branch: string;
    }
  | {
      readonly kind: 'createWorktree';
      readonly id: string;
      readonly run: string | null;
      readonly worktree: string;
      readonly purpose: WorktreePurpose;
      readonly path: string;
      readonly branch: string | null;
      readonly commit: string;
    }
  | {
      readonly kind: 'removeWorktree';
      readonly id: string;
      readonly run: string | null;
      readonly worktree: string;
      readonly path: string;
      /** Trees whose content is in commits that stay, so that it needs no copy. Logs from before there was this have none. */
      readonly known?: readonly string[];
    }
  | { readonly kind: 'runLane'; readonly id: string; readonly run: string; readonly job: string }
  | {
      readonly kind: 'capturePatch';
      readonly id: string;
      readonly run: string;
      readonly path: string;
      /** The commit that the writer started from: whatever it did since, commits included, is its patch. */
      readonly seed: string;
      readonly base: string;
    }
  | {
      readonly kind: 'commitPatch';
      readonly id: string;
      readonly run: string;
      readonly tree: string;
      readonly parent: string;
      /** Where the branch must be before; null when it must not exist yet. */
      readonly expect: string | null;
      readonly base: string;
      readonly branch: string;
      readonly message: string;
      /** Fixed author time, so that a repeated commit has the same id. */
      readonly at: string;
      /** The right by which the branch is moved: it must still be this one when that happens. Logs from before there was this have none. */
      readonly lease?: { readonly id: string; readonly epoch: number };
    }
  /** Commits a handed-in patch of work that has no run. */
  | {
      readonly kind: 'applyPatch';
      readonly id: string;
      readonly run: null;
      readonly artifact: string;
      readonly task: string;
      readonly tree: string;
      readonly parent: string;
      readonly expect: string | null;
      readonly branch: string;
      readonly message: string;
      readonly at: string;
    }
  | {
      readonly kind: 'runChecks';
      readonly id: string;
      readonly run: string;
      readonly path: string;
      readonly head: string;
      readonly checks: readonly Check[];
    }
  | {
      readonly kind: 'mergeLocally';
      readonly id: string;
      readonly run: string;
      readonly branch: string;
      readonly base: string;
      readonly baseRef: string;
      readonly head: string;
    }
  | {
      readonly kind: 'inspectLease';
      readonly id: string;
      readonly run: null;
      readonly lease: string;
      /** Relative to the control root. */
      readonly worktree: string;
      /** When it was to lapse: a lease that was renewed meanwhile is another matter. */
      readonly expiresAwake: number;
    }
  | {
      readonly kind: 'rescueLease';
      readonly id: string;
      readonly run: null;
      readonly lease: string;
      readonly worktree: string;
      /** What the copy is called. */
      readonly name: string;
      readonly person: string;
    }
  | {
      readonly kind: 'validate';
      readonly id: string;
      readonly run: string;
      readonly path: string;
      readonly head: string;
      readonly checks: readonly Check[];
    }
  | {
      readonly kind: 'ship';
      readonly id: string;
      readonly run: string;
      readonly ship: string;
      readonly argv: readonly string[];
      readonly branch: string;
      readonly base: string;
      readonly head: string;
      /** The checkout of the branch, relative to the control root. */
      readonly worktree: string;
    }
  /** Looks through what the lanes of a batch handed in, and what its change adds. `run` is the batch. */
  | { readonly kind: 'auditBatch'; readonly id: string; readonly run: string }
  | {
      readonly kind: 'deleteBranch';
      readonly id: string;
      readonly run: string;
      readonly branch: string;
      readonly head: string;
      readonly baseRef: string;
    }
  | {
      readonly kind: 'openIssue';
      readonly id: string;
      readonly run: null;
      /** Key of the wish, see `issueKey`. */
      readonly issue: string;
      readonly title: string;
      readonly body: string;
      /** Goes into the text of the issue, so that it is found again when nobody saw how the call ended. */
      readonly mark: string;
      /** The number that it had when it was asked for before; null for none. */
      readonly known: string | null;
    };

export type EffectKind = Effect['kind'];

/** What to do with an effect whose outcome a crash left unknown. */
export type Recovery =
  /** Run it again: it is idempotent. */
  | 'retry'
  /** Its handler first looks whether the world has it already; then it is run again. */
  | 'inspect'
  /** Nobody can tell what it did, and doing it twice may do harm: a person decides. */
  | 'ask';

export const recovery: Readonly<Record<EffectKind, Recovery>> = {
  prepareRun: 'retry',
  createWorktree: 'inspect',
  removeWorktree: 'inspect',
  runLane: 'inspect',
  capturePatch: 'retry',
  commitPatch: 'inspect',
  applyPatch: 'inspect',
  runChecks: 'retry',
  mergeLocally: 'inspect',
  inspectLease: 'retry',
  rescueLease: 'retry',
  validate: 'retry',
  ship: 'ask',
  deleteBranch: 'inspect',
  auditBatch: 'retry',
  openIssue: 'inspect',
};
