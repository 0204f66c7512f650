import type { Problem } from '../../base/problem.ts';
import type { JobSignal } from '../job/types.ts';
import type { CompletionMode, JobOrder, ReportSight } from './types.ts';

/** What may be asked of delegated jobs. */
export type DelegationCommand =
  /** `queue`: it waits where its session is busy, instead of being refused. */
  | { readonly type: 'submitJob'; readonly order: JobOrder; readonly queue: boolean }
  | { readonly type: 'cancelJob'; readonly job: string; readonly reason: string }
  /** Another attempt of a job that ended without being completed. */
  | { readonly type: 'retryJob'; readonly job: string }
  /** An agent's own word about the attempt whose token it showed. */
  | {
      readonly type: 'signalAttempt';
      readonly job: string;
      readonly attempt: number;
      readonly seq: number;
      readonly kind: JobSignal;
      readonly text: string;
    }
  /** What an agent had asked a leave for was answered. */
  | { readonly type: 'settlePermission'; readonly job: string; readonly attempt: number }
  | {
      readonly type: 'sightReport';
      readonly job: string;
      readonly attempt: number;
      /** Null when it is gone. */
      readonly report: Omit<ReportSight, 'sinceAwake'> | null;
      /** Why what is there is taken for no report; null when nothing is there, or a report. */
      readonly refused: Problem | null;
    }
  /** Which of the files that it is to leave are there, by the names that its order has for them. */
  | {
      readonly type: 'sightArtifacts';
      readonly job: string;
      readonly attempt: number;
      readonly there: readonly string[];
    }
  /**
   * The prompt is about to be typed; nothing recorded means that it must not be. `again`: the same host typed it already
   * and knows for certain that nothing got there.
   */
  | { readonly type: 'sendPrompt'; readonly job: string; readonly attempt: number; readonly again?: true }
  /** Something showed that the prompt got there, whoever saw it. */
  | {
      readonly type: 'confirmPrompt';
      readonly job: string;
      readonly attempt: number;
      readonly by: 'hook' | 'echo' | 'turn' | 'argument' | 'started';
    }
  /** Time has passed: whatever is now complete, or out of time, is decided. */
  | { readonly type: 'judgeJobs'; readonly modes: Readonly<Record<string, CompletionMode>> }
  /** A person says that an attempt is done, or failed. */
  | {
      readonly type: 'endJob';
      readonly job: string;
      readonly status: 'completed' | 'error';
      readonly reason: string;
    };
