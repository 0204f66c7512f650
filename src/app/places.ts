/** Where things lie, all as absolute paths. Made once from the repository's facts. */
export interface Places {
  readonly controlRoot: string;
  readonly commonDir: string;
  /** The tasks that a person writes. */
  readonly queue: string;
  /** Jobs with briefs, reports and transcripts. */
  readonly jobs: string;
  /** What is kept of teams that another program runs. */
  readonly teams: string;
  /** What was put aside. */
  readonly backups: string;
  /** The public-safe ledger. */
  readonly ledger: string;
  /** By which privacy rules the ledger was written. */
  readonly ledgerRules: string;
  readonly exclude: string;
  /** Where reports that a gate opened on are kept, for people to commit if they like. */
  readonly reports: string;
}

export const placesOf = (facts: { readonly controlRoot: string; readonly commonDir: string }): Places => ({
  controlRoot: facts.controlRoot,
  commonDir: facts.commonDir,
  queue: `${facts.controlRoot}/tasks/queue.md`,
  jobs: `${facts.controlRoot}/.mam/jobs`,
  teams: `${facts.controlRoot}/.mam/teams`,
  backups: `${facts.controlRoot}/.mam/backups`,
  ledger: `${facts.controlRoot}/reports/agent_loop/active`,
  ledgerRules: `${facts.commonDir}/mam/ledger-rules.json`,
  exclude: `${facts.commonDir}/info/exclude`,
  reports: `${facts.controlRoot}/${reportsFolder}`,
});

/** Repository-relative folders that MAM writes and git must not see. */
export const ownFolders = ['.mam', 'reports/agent_loop'] as const;

/** Where omc keeps its teams and their checkouts, relative to the control root. */
export const teamsFolder = '.omc';

/** Where the reports are kept that a gate opened on. */
export const reportsFolder = '.agents/reports';

/** Folders that git is told of once something is written there, unless it tracks any of it: that is somebody's. */
export const laterFolders = [teamsFolder, reportsFolder] as const;

/** Where the worktree of a lease is, which is kept relative to the control root. */
export const placeOfLease = ({ controlRoot }: Pick<Places, 'controlRoot'>, worktree: string): string => {
  if (worktree === '.') return controlRoot;
  return /^(\/|[A-Za-z]:[\\/])/.test(worktree) ? worktree : `${controlRoot}/${worktree}`;
};
