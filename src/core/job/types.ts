import type { Problem } from '../../base/problem.ts';
import type { JobAnswer } from '../dispute/types.ts';
import type { Identity } from '../review/types.ts';

/** `write` edits files in its own worktree; `read` only looks and reports. */
export type Access = 'read' | 'write';

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd?: number;
}

/** How one try of a lane ended. A report is what the agent handed in, not a promise that it is true. */
export type LaneOutcome =
  /** `whole`: the digest of the text without a cut, where it is to be kept longer than the log shows it. */
  | { readonly kind: 'report'; readonly text: string; readonly whole?: string; readonly usage?: Usage }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly usage?: Usage }
  /** The agent's account has reached a usage limit; `until` is when it is lifted, null when the agent did not say. */
  | { readonly kind: 'limited'; readonly problem: Problem; readonly until: string | null; readonly usage?: Usage }
  /** The lane died with its host; it may be tried again in a fresh worktree. */
  | { readonly kind: 'interrupted'; readonly problem: Problem };

/** What an agent keeps its lane to its limits with: a sandbox of its own, a hook that refuses a tool call, its rules for tools. */
export type HoldMeans = 'sandbox' | 'hook' | 'rules';

export type HoldLevel = 'enforced' | 'advisory';

/**
 * How far a lane is held to its worktree and its claim by the agent itself. A limit is `enforced` only where it was
 * proved when the lane started and where nothing that the agent has, commands of its shell among it, gets past it;
 * whatever it is, MAM watches what is shared and looks at the patch.
 */
export interface Hold {
  /** The weaker of the two. */
  readonly level: HoldLevel;
  readonly worktree: HoldLevel;
  /** Null for a lane that has none to be held to beside its worktree: a reader, or one that may write everything there. */
  readonly claim: HoldLevel | null;
  /** By what, as far as it works. */
  readonly by: readonly HoldMeans[];
  /** Why it is no more than advisory; null when it is enforced. */
  readonly why: Problem | null;
}

/** What a job is for: work, a verdict, or one of the phases that options switch on. */
export type JobKind =
  | 'implement'
  | 'review'
  | 'plan'
  | 'plan-talk'
  | 'self-review'
  | 'rebuttal'
  | 'adjudication'
  | 'arbitration';

/** One delegated unit of work. Its id names it everywhere; tries of it are counted from 1. */
export interface Job {
  readonly id: string;
  /** The run that it is part of, or the batch of read lanes. */
  readonly run: string;
  readonly kind: JobKind;
  readonly session: string;
  readonly role: string;
  readonly agent: string;
  /** What it is run with; null is what the agent's CLI is set to by itself. */
  readonly model: string | null;
  readonly effort: string | null;
  readonly access: Access;
  readonly round: number;
  readonly attempt: number;
  readonly worktree: string;
  /** What a review is about; null for an implementation. */
  readonly identity: Identity | null;
  /** The job whose verdict it is given as material: this one is the second lane of its seat. */
  readonly prior?: string;
  /** Jobs whose reports it is given: the plan or verdicts that it answers, or the argument and the verdict that it rules on. */
  readonly about?: readonly string[];
  /** Limits of its own, in awake milliseconds, where it shares a deadline with others; 0 ms is no limit. */
  readonly limits?: { readonly timeoutMs: number; readonly deadlineAwake: number };
  readonly dispatchedAt: string;
  /** When it got its place and was begun, for the first time; before it, and in a batch, it has none. */
  readonly begunAt?: string;
  /** The awake time of the control root then. */
  readonly begunAwake?: number;
  /** How far its agent keeps to the limits, once that is known. */
  readonly hold?: Hold;
  /** What the person who does it handed in. */
  readonly handedIn?: { readonly at: string; readonly text: string };
  /** What it came to where that is no verdict for the gate alone. */
  readonly answer?: JobAnswer;
  /** Why a review that ended counts for nothing. */
  readonly noVerdict?: Problem;
  readonly ended?: {
    readonly at: string;
    readonly outcome: LaneOutcome;
    readonly seal?: string;
    /** The awake time of the control root then. */
    readonly awakeMs?: number;
  };
  /** Its folder was taken away, once its report was kept elsewhere. */
  readonly cleared?: true;
}

/** What an agent says about its own job. None of it proves anything; a report does, once it is parsed. */
export type JobSignal = 'started' | 'progress' | 'permission_required' | 'completed' | 'error';
