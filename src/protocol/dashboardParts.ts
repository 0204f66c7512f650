// Parts of the dashboard's page that stand for themselves.

/** The tabs in the order in which they stand. */
export const dashboardTabs = ['board', 'gate', 'radar', 'usage', 'autotune', 'timeline'] as const;

export type DashboardTab = (typeof dashboardTabs)[number];

/** What one worktree has to do with another. */
export interface RadarOverlap {
  /** With whom, how many files, and whether they would merge. */
  readonly words: string;
  readonly files: string;
  /** Why the merge is not known; empty where it is. */
  readonly why: string;
  /** A conflict, or files that bear load. */
  readonly alarming: boolean;
}

export interface RadarRow {
  readonly worktree: string;
  readonly path: string;
  /** What is to be said where no overlap is listed; empty where one is. */
  readonly note: string;
  readonly overlaps: readonly RadarOverlap[];
}

export interface RadarPage {
  /** What there is to know before the rows; empty for nothing. */
  readonly note: string;
  readonly rows: readonly RadarRow[];
}

/** What lanes used together, in words: what nobody told is no zero. */
export interface UsageRow {
  readonly name: string;
  readonly lanes: string;
  readonly input: string;
  readonly output: string;
  readonly cost: string;
}

export interface UsagePage {
  /** Agents that get no job for now, and until when. */
  readonly limits: readonly string[];
  readonly agents: readonly UsageRow[];
  readonly tasks: readonly UsageRow[];
  /** How many tasks more there are than rows; empty for none. */
  readonly more: string;
}

/** One event; what stands of it in the log is asked for by its sequence. */
export interface TimelineRow {
  readonly seq: number;
  readonly time: string;
  readonly actor: string;
  /** Event type, for the filter and the curious. */
  readonly kind: string;
  readonly words: string;
  readonly task: string;
}
