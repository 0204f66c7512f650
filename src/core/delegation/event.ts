import type { Problem } from '../../base/problem.ts';
import type { JobSignal } from '../job/types.ts';
import type { Attempt, Delivery, EndedBy, JobOrder, LostHow, ReportSight } from './types.ts';

type Delivered = Extract<Delivery, { kind: 'delivered' }>;
type Ended = NonNullable<Attempt['ended']>;

/** What can have happened to a delegated job. */
export type DelegationEvent =
  | { readonly type: 'jobSubmitted'; readonly job: JobOrder }
  /** It came to its end before it ever began. */
  | { readonly type: 'jobWithdrawn'; readonly job: string; readonly problem: Problem }
  /** It waits for another attempt, behind whatever waits for its session. */
  | { readonly type: 'jobRetried'; readonly job: string }
  /** `token`: SHA-256 of the attempt's token, in hex. */
  | {
      readonly type: 'attemptBegun';
      readonly job: string;
      readonly attempt: number;
      readonly session: string;
      readonly generation: number;
      readonly conversation: string | null;
      readonly token: string;
      readonly awake: number;
    }
  /**
   * Recorded before the prompt is typed: whoever finds it after a crash does not type it again. `token`: SHA-256 of the
   * token that its agent was given, by the host that types; the host in which the attempt began may have another key.
   * Absent in logs from before that was told.
   */
  | {
      readonly type: 'promptSending';
      readonly job: string;
      readonly attempt: number;
      readonly tries: number;
      readonly token?: string;
    }
  | { readonly type: 'promptDelivered'; readonly job: string; readonly attempt: number; readonly by: Delivered['by'] }
  | { readonly type: 'promptNotDelivered'; readonly job: string; readonly attempt: number; readonly problem: Problem }
  /** The agent's own word, in the order of its counter; `awake` is when it was taken, in awake milliseconds. */
  | {
      readonly type: 'attemptSignalled';
      readonly job: string;
      readonly attempt: number;
      readonly seq: number;
      readonly kind: JobSignal;
      readonly text: string;
      readonly awake: number;
    }
  /** Its agent asked for something after it had said that it is done, so that it is to say so once more. */
  | { readonly type: 'wordOvertaken'; readonly job: string; readonly attempt: number }
  /** What it had asked a leave for is answered, or given up. */
  | { readonly type: 'permissionSettled'; readonly job: string; readonly attempt: number }
  | {
      readonly type: 'reportSighted';
      readonly job: string;
      readonly attempt: number;
      readonly report: ReportSight | null;
    }
  /** What is at the place of its report is taken for none; null once that is over. */
  | {
      readonly type: 'reportRefused';
      readonly job: string;
      readonly attempt: number;
      readonly problem: Problem | null;
    }
  /** Which of the files that it is to leave are there. */
  | {
      readonly type: 'artifactsSighted';
      readonly job: string;
      readonly attempt: number;
      readonly there: readonly string[];
    }
  /** The process that it was given to is gone. Words that it said before may still come. */
  | {
      readonly type: 'attemptLost';
      readonly job: string;
      readonly attempt: number;
      readonly how: LostHow;
      readonly awake: number;
    }
  /** Everything that is asked for was there; only noted, once for each report. */
  | {
      readonly type: 'attemptWouldComplete';
      readonly job: string;
      readonly attempt: number;
      readonly grounds: readonly string[];
      readonly report: string;
    }
  | {
      readonly type: 'attemptEnded';
      readonly job: string;
      readonly attempt: number;
      readonly status: Ended['status'];
      readonly by: EndedBy;
      readonly grounds: readonly string[];
      /** SHA-256 of the report that it ended with. */
      readonly report: string | null;
      readonly problem: Problem | null;
    }
  /** A word that came after the end and says otherwise. It changes nothing else. */
  | {
      readonly type: 'attemptContradicted';
      readonly job: string;
      readonly attempt: number;
      readonly seq: number;
      readonly kind: JobSignal;
      readonly text: string;
    };
