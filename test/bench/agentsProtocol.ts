/** A lane for the bench's host to run. */
export interface LaneOrder {
  readonly agent: 'codex' | 'claude';
  readonly brief: string;
  readonly cwd: string;
  readonly folder: string;
}

/** What the bench tells its host. */
export type HostOrder =
  | { readonly type: 'open'; readonly root: string }
  | { readonly type: 'lanes'; readonly lanes: readonly LaneOrder[] }
  /** Ends the supervisor and waits for it. */
  | { readonly type: 'collect'; readonly supervisor: number }
  | { readonly type: 'close' };

export type HostReport = { readonly type: 'done' } | { readonly type: 'failed'; readonly reason: string };
