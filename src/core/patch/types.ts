import type { Problem } from '../../base/problem.ts';
import type { BatchOptions } from '../batch/types.ts';
import type { LoopOptions } from '../loop/types.ts';
import type { Task } from '../task/types.ts';

/** What makes a run stop once its work is captured: it proposes a patch, and no branch moves. */
export interface PatchOptions {
  /** What the writer runs as people may see it. */
  readonly command: readonly string[];
  readonly terms: PatchTerms;
  /** What a person assigned to the writer beside its task; null for nothing more. */
  readonly assignment: string | null;
  /** What it starts from instead of the base of the settings; null for that one. */
  readonly base: string | null;
  /** Uncommitted changes of the checkout to claimed files are there for the writer. */
  readonly seedChanges: boolean;
  /** The waiting run whose work it mends: it starts at its head, under its lease. */
  readonly repairs?: string;
}

/** What a lane that proposes starts from. */
export interface Seed {
  readonly commit: string;
  readonly tree: string;
  /** Claimed files without the private values that they hold. */
  readonly redacted: readonly string[];
  /** Uncommitted files of the checkout that were taken over. */
  readonly taken: readonly string[];
}

/** Under what its lane works, as it was planned. */
export interface PatchTerms extends Pick<BatchOptions, 'timeoutMs' | 'maxCommands' | 'auth' | 'model'> {
  readonly sandbox: 'workspace-write' | 'danger-full-access';
}

/** `error`: what was proposed can't be shown any more. */
export type ProposalVerdict = 'proposed' | 'empty' | 'blocked' | 'error';

/** What the newest run that was to propose a patch came to. Only a `proposed` one may be applied. */
export interface Proposal {
  /** Null where it was blocked before anything was started. */
  readonly run: string | null;
  readonly task: string | null;
  readonly session: string;
  readonly role: string;
  readonly agent: string;
  /** The commit that it counts from; null where nobody got so far. */
  readonly base: string | null;
  /** Where the writer worked. */
  readonly worktree: string | null;
  readonly command: readonly string[];
  /** Absent of a team's, which works under its own. */
  readonly terms?: PatchTerms;
  readonly verdict: ProposalVerdict;
  /** Digest of the patch, byte for byte; empty unless it is proposed. */
  readonly patch: string;
  /** Nothing private was found in what the writer left. */
  readonly clean: boolean;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** How many proposals a person has to choose from, which lie elsewhere; absent where there is no choice. */
  readonly toChoose?: number;
}

/** A proposal of a lane of MAM's own. */
export type LaneProposal = Proposal & Required<Pick<Proposal, 'terms'>>;

/** A run that is to propose a patch, with everything that is in its way. */
export interface PatchPlan {
  readonly task: Task | null;
  readonly claims: readonly string[];
  readonly session: string;
  readonly role: string;
  readonly agent: string;
  /** Null where something is in the way so early that nobody knows them. */
  readonly options: (LoopOptions & { readonly patch: PatchOptions }) | null;
  readonly command: readonly string[];
  readonly terms: PatchTerms;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}
