import type { Check } from './evidence/types.ts';
import type { PromotedReport, Promotion } from './loop/promotion.ts';
import type { QueueEdit } from './queue/edit.ts';
import type { Identity } from './review/types.ts';
import type { CleanUpWish, SetUpWish, WorktreePurpose } from './worktree/types.ts';

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
  /** Looks whether there is a change to review, and what else is in the checkout that a person named. */
  | {
      readonly kind: 'sightSource';
      readonly id: string;
      readonly run: string;
      readonly path: string;
      readonly base: string;
      readonly head: string;
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
      /** A person asked: everything that only it holds is kept under this name, ignored files and modes included. */
      readonly keep?: string;
      /** It could be worked in before somebody asked. */
      readonly wasReady?: boolean;
      /** Run in it first; they must be such that they may run again. */
      readonly cleanUp?: CleanUpWish;
    }
  /** Makes a new worktree one to work in. Its commands must be such that they may run again. */
  | {
      readonly kind: 'setUpWorktree';
      readonly id: string;
      readonly run: null;
      readonly worktree: string;
      readonly path: string;
      readonly wish: SetUpWish;
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
      /** It is to be shown around as it is: nothing private may be in any line of it. Only secrets are looked for otherwise. */
      readonly audit?: 'private';
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
      /** The branch is a person's and checked out: its checkout follows, or nothing is moved. */
      readonly follow?: true;
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
  /** Keeps reports that a gate opened on; `manifest` names all of them and is written last. */
  | {
      readonly kind: 'promoteReports';
      readonly id: string;
      readonly run: string;
      readonly identity: Identity;
      readonly manifest: string;
      readonly reports: readonly PromotedReport[];
    }
  /** Takes away the folders of jobs whose reports are kept; each only as it was when its job ended. */
  | {
      readonly kind: 'clearJobFolders';
      readonly id: string;
      readonly run: string;
      readonly promotion: Promotion;
      readonly folders: readonly { readonly job: string; readonly seal: string }[];
    }
  /** Merges a head onto the base of now, as a commit that neither a checkout nor a branch knows. */
  | {
      readonly kind: 'mergeResult';
      readonly id: string;
      readonly run: string;
      /** The base that the work was done on. */
      readonly from: string;
      readonly base: string;
      readonly head: string;
      readonly message: string;
      /** Fixed time, so that the same merge is the same commit. */
      readonly at: string;
    }
  | {
      readonly kind: 'mergeLocally';
      readonly id: string;
      readonly run: string;
      readonly branch: string;
      readonly base: string;
      readonly baseRef: string;
      /** What the base is moved to. */
      readonly head: string;
      /** What that was merged of, where it is no head of a branch: it is made again, and must be the same. */
      readonly of?: { readonly head: string; readonly message: string; readonly at: string };
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
  /** Starts a process of an agent session; one that is there already is joined. */
  | {
      readonly kind: 'startSession';
      readonly id: string;
      readonly run: null;
      readonly session: string;
      readonly generation: number;
    }
  | {
      readonly kind: 'stopSession';
      readonly id: string;
      readonly run: null;
      readonly session: string;
      readonly generation: number;
    }
  /** Types a job's prompt, once at most unless it is certain that nothing got there. */
  | {
      readonly kind: 'deliverPrompt';
      readonly id: string;
      readonly run: null;
      readonly job: string;
      readonly attempt: number;
    }
  /** Looks through what the lanes of a batch handed in, and what its change adds. `run` is the batch. */
  | { readonly kind: 'auditBatch'; readonly id: string; readonly run: string }
  /** The steps of a team that another program runs. `run` is the team. */
  | { readonly kind: 'launchTeam'; readonly id: string; readonly run: string }
  | { readonly kind: 'captureTeam'; readonly id: string; readonly run: string }
  | { readonly kind: 'shutdownTeam'; readonly id: string; readonly run: string }
  /** Looks at it until something of it changes, or the awake time of the control root says that it is to be given up. */
  | { readonly kind: 'pollTeam'; readonly id: string; readonly run: string; readonly untilAwake: number }
  /** Writes what a team proposes; at first, that it proposes nothing yet. */
  | { readonly kind: 'publishTeam'; readonly id: string; readonly run: string; readonly stage: 'clear' | 'final' }
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
    }
  /** Changes the queue file by what a person asked for, and nothing else of it. */
  | { readonly kind: 'editQueue'; readonly id: string; readonly run: null; readonly edit: QueueEdit };

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
  sightSource: 'retry',
  createWorktree: 'inspect',
  removeWorktree: 'inspect',
  setUpWorktree: 'retry',
  runLane: 'inspect',
  capturePatch: 'retry',
  commitPatch: 'inspect',
  applyPatch: 'inspect',
  runChecks: 'retry',
  promoteReports: 'inspect',
  clearJobFolders: 'retry',
  mergeResult: 'retry',
  mergeLocally: 'inspect',
  inspectLease: 'retry',
  rescueLease: 'retry',
  validate: 'retry',
  ship: 'ask',
  deleteBranch: 'inspect',
  startSession: 'inspect',
  stopSession: 'retry',
  deliverPrompt: 'inspect',
  auditBatch: 'retry',
  launchTeam: 'inspect',
  pollTeam: 'retry',
  captureTeam: 'retry',
  shutdownTeam: 'retry',
  publishTeam: 'retry',
  openIssue: 'inspect',
  editQueue: 'inspect',
};
