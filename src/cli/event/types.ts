import type { JobSignal } from '../../core/job/types.ts';

/** What an agent wants to say about its job. */
export interface EventRequest {
  readonly kind: JobSignal;
  readonly text: string;
  /** What there is to say beside the text. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Which job it means, where it says so. */
  readonly job: string | null;
  readonly attempt: number | null;
  /** The file that lets it speak, where its environment does not. */
  readonly pass: string | null;
  readonly report: ReportSource | null;
}

/** Where a finished report comes from: a file, `-` for standard input, or the text itself. */
export type ReportSource = { readonly path: string } | { readonly text: string };

/** Who lets a caller speak: for which attempt of which job, with which token, where to. */
export interface Pass {
  readonly job: string;
  readonly attempt: number;
  readonly token: string;
  /** Folder of the spool. */
  readonly spool: string;
  /** Where the report of the attempt belongs; null for a job that hands in its last message. */
  readonly report: string | null;
  /** Its report has to end with a verdict. */
  readonly verdict: boolean;
}
