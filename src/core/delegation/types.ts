import type { Problem } from '../../base/problem.ts';
import type { SessionEnd } from '../agentSession/types.ts';
import type { JobSignal } from '../job/types.ts';

/** How a delegated job stands, as its record says it. */
export type DelegatedStatus = 'pending' | 'running' | 'completed' | 'error' | 'cancelled';

/** `review` ends with a verdict line; a rejecting review is a job that is done. */
export type DelegatedKind = 'work' | 'review';

/** Whether what was inferred may end a job, or is only noted. */
export type CompletionMode = 'shadow' | 'auto';

/** What a job is, as it was submitted. */
export interface JobOrder {
  /** `[A-Za-z0-9_-]`, at most 64 characters: it is part of a topic and of file names. */
  readonly id: string;
  readonly kind: DelegatedKind;
  /** Id of the agent session that is to do it. */
  readonly session: string;
  readonly agent: string;
  readonly role: string | null;
  /** What is asked, in the person's own words, private paths included: whatever shows it around redacts it. No secret is in it. */
  readonly prompt: string;
  /** Absolute. */
  readonly workdir: string;
  /** Globs that it may write; empty for a job that writes nothing. */
  readonly claims: readonly string[];
  /** Paths that nobody competes for; left out, the usual ones. */
  readonly contextPaths?: readonly string[];
  /** It publishes, deploys or otherwise reaches outside: only its own word or a person's ends it. */
  readonly outside: boolean;
  /** Awake milliseconds; 0 is no limit. */
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly expectedArtifacts: readonly string[];
  /** The task of the queue that it is for, or null. */
  readonly task: string | null;
}

/** What was seen of a report file. A file from before the dispatch is not this attempt's. */
export interface ReportSight {
  readonly sha256: string;
  readonly bytes: number;
  /** Awake milliseconds when it was first seen so; any change begins anew. */
  readonly sinceAwake: number;
  /** It came with a manifest of this attempt whose hash fits: it is whole. */
  readonly manifest: boolean;
  /** The last line that counts; null for none, or for work. */
  readonly verdict: 'pass' | 'notPass' | null;
}

/** How a prompt got to its agent. */
export type Delivery =
  /** Not tried yet. */
  | { readonly kind: 'waiting' }
  /**
   * It is being typed, for the first or the second time. `lost`: whoever typed it is gone and cannot say how that ended,
   * so that it may have been delivered or not; nobody types it again by itself.
   */
  | { readonly kind: 'sending'; readonly tries: number; readonly lost: boolean }
  /** `by` says how that is known. */
  | { readonly kind: 'delivered'; readonly by: 'hook' | 'echo' | 'turn' | 'argument' | 'started'; readonly at: string }
  | { readonly kind: 'notDelivered'; readonly problem: Problem };

/** How the process that an attempt was given to came to its end. `replaced`: another one is there, and nobody saw how. */
export type LostHow = SessionEnd | 'replaced';

/** Who decided that an attempt is over. */
export type EndedBy = 'agent' | 'watcher' | 'person' | 'host';

/** One try of a job. */
export interface Attempt {
  /** Counted from 1. */
  readonly attempt: number;
  /** SHA-256 of its token, in hex. */
  readonly token: string;
  /** The session's generation that it was given to; what another one says is not about it. */
  readonly generation: number;
  readonly conversation: string | null;
  readonly delivery: Delivery;
  readonly beganAt: string;
  /** Awake milliseconds; its limits count from here. */
  readonly beganAwake: number;
  /** When its agent said anything for the first time, which shows that it has the prompt. */
  readonly startedAt: string | null;
  /** The highest counter of the sender that was taken; 0 before the first. */
  readonly lastSeq: number;
  /** The newest word of the agent. */
  readonly signal: {
    readonly kind: JobSignal;
    readonly text: string;
    readonly at: string;
    readonly awake: number;
  } | null;
  /** What it asked a leave for and was not given yet. */
  readonly permission: { readonly text: string; readonly at: string } | null;
  readonly report: ReportSight | null;
  /** Why what is at the place of its report is taken for none. */
  readonly refused: Problem | null;
  /** Those of `expectedArtifacts` that are there. */
  readonly artifacts: readonly string[];
  /** The agent's newest word is that it is done, and it asked for nothing since: it counts as soon as its report does. */
  readonly claimed: { readonly text: string; readonly at: string } | null;
  /** Its process came to an end meanwhile; null while it lives. */
  readonly lost: { readonly how: LostHow; readonly awake: number } | null;
  /** It was noted that this attempt would have been ended, by what, and with which report. */
  readonly wouldComplete: {
    readonly at: string;
    readonly grounds: readonly string[];
    readonly report: string;
  } | null;
  /** What contradicted its end afterwards. */
  readonly contradictions: number;
  readonly ended: {
    readonly status: Exclude<DelegatedStatus, 'pending' | 'running'>;
    readonly by: EndedBy;
    readonly at: string;
    readonly grounds: readonly string[];
    /** SHA-256 of the report that it ended with; null for none. */
    readonly report: string | null;
    readonly problem: Problem | null;
  } | null;
}

/** One delegated unit of work. */
export interface DelegatedJob extends JobOrder {
  readonly status: DelegatedStatus;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Its place in the queue of its session: the number of the event that put it there, and whatever came later is behind. */
  readonly queued: number;
  /** Oldest first, the newest of many only; none before it began for the first time. */
  readonly attempts: readonly Attempt[];
  /** The number of the last message about it, as subscribers see it. */
  readonly messages: number;
}
