/** What the host of jobs says: how many it shows, how many of them are open, and the processor time that it used. */
export interface JobsReport {
  readonly jobs: number;
  readonly open: number;
  readonly isOwner: boolean;
  /** Milliseconds, with those of children that ended. */
  readonly cpu: number;
}
