// Every name that the manifest knows too; a test holds both together.

/** What a command of a row's menu is about. */
type SubjectKey = 'run' | 'task' | 'wish' | 'path' | 'lease' | 'breach' | 'job' | 'terminal' | 'session' | 'finding';

interface CommandTraits {
  /** Which part of a row it takes as its argument. */
  readonly subject?: SubjectKey;
  /** Offered in the palette; the others need a row. */
  readonly palette: boolean;
  /** Takes the parts of several rows, and lists what will happen to them before. */
  readonly many?: boolean;
}

export const commands = {
  startLoop: { palette: true, subject: 'task' },
  startLoopInfinite: { palette: true },
  stopLoop: { palette: true },
  setPool: { palette: true },
  resumeLoop: { palette: true },
  startLoopOnTask: { palette: true },
  reviewWorktree: { palette: true, subject: 'path' },
  newWorktree: { palette: true },
  removeWorktree: { palette: true, subject: 'path' },
  undoWorktree: { palette: false, subject: 'path' },
  setUpWorktree: { palette: true, subject: 'path' },
  showSetUp: { palette: true, subject: 'path' },
  finishWorktree: { palette: false, subject: 'path' },
  addTask: { palette: true },
  promoteRecommendation: { palette: true, subject: 'wish' },
  launchCodexTerminal: { palette: true, subject: 'path' },
  launchClaudeTerminal: { palette: true, subject: 'path' },
  launchAgentTerminal: { palette: true, subject: 'path' },
  openDashboard: { palette: true },
  openApprovalPacket: { palette: true, subject: 'run' },
  showLog: { palette: true },
  trySample: { palette: true },
  openWalkthrough: { palette: true },
  findAgents: { palette: true },
  startFresh: { palette: true },
  importLedger: { palette: true },
  tick: { palette: true },
  prepareStart: { palette: true },
  allowCheck: { palette: false, subject: 'run' },
  setClaims: { palette: false, subject: 'run' },
  retry: { palette: false, subject: 'run' },
  abandonRun: { palette: false, subject: 'run' },
  openWorktree: { palette: false, subject: 'path' },
  openWorktreeHere: { palette: true, subject: 'path' },
  showWorktreeInScm: { palette: true, subject: 'path' },
  showTask: { palette: false, subject: 'task' },
  mergeLocally: { palette: false, subject: 'run' },
  deleteBranch: { palette: true, subject: 'run' },
  copyPrCommands: { palette: false, subject: 'run' },
  handInReport: { palette: true, subject: 'job' },
  recoverLease: { palette: true, subject: 'lease' },
  takeOverLease: { palette: true, subject: 'lease' },
  returnLease: { palette: false, subject: 'lease' },
  showLeaseFiles: { palette: true, subject: 'lease' },
  acceptBreach: { palette: true, subject: 'breach' },
  doctor: { palette: true },
  mend: { palette: false, subject: 'finding' },
  rescuedWork: { palette: true },
  restoreRescue: { palette: true },
  openTranscript: { palette: true, subject: 'job' },
  showTerminal: { palette: true, subject: 'terminal' },
  closeTerminal: { palette: false, subject: 'terminal' },
  delegateJob: { palette: true, subject: 'session' },
  giveTask: { palette: true, subject: 'task' },
  showSession: { palette: true, subject: 'session' },
  answerSession: { palette: true, subject: 'session' },
  resumeSession: { palette: true, subject: 'session' },
  stopSession: { palette: true, subject: 'session', many: true },
  forgetSession: { palette: false, subject: 'session', many: true },
  cancelJob: { palette: true, subject: 'job', many: true },
  retryJob: { palette: true, subject: 'job' },
  confirmJob: { palette: true, subject: 'job' },
  openJob: { palette: true, subject: 'job' },
  openBrief: { palette: true, subject: 'job' },
  openReport: { palette: true, subject: 'job' },
  export: { palette: true, subject: 'run' },
  accessibilityHelp: { palette: true },
} as const satisfies Readonly<Record<string, CommandTraits>>;

export type CommandName = keyof typeof commands;

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName);

/** What works before there is an engine. */
const freeCommands = ['showLog', 'trySample', 'openWalkthrough', 'accessibilityHelp'] as const;
export type FreeCommand = (typeof freeCommands)[number];
export const isFree = (name: CommandName): name is FreeCommand => freeCommands.some((one) => one === name);

/** What the boxes of comments on lines offer; the editor gives them what the box holds, never a text. */
export const commentCommands = [
  'addLineComment',
  'editLineComment',
  'saveLineComment',
  'leaveLineComment',
  'dropLineComment',
] as const;
export type CommentCommand = (typeof commentCommands)[number];

/** Comments on the lines of a change, in the diffs of a packet. */
export const commentController = 'mam.packet';

export const commandId = (name: CommandName | CommentCommand): string => `mam.${name}`;

export const subjectOf = (name: CommandName): SubjectKey | undefined => {
  const traits: CommandTraits = commands[name];
  return traits.subject;
};

export const takesMany = (name: CommandName): boolean => {
  const traits: CommandTraits = commands[name];
  return traits.many === true;
};

export const views = ['mam.inbox', 'mam.sessions', 'mam.queue', 'mam.worktrees', 'mam.leases', 'mam.doctor'] as const;
export type ViewId = (typeof views)[number];

export const viewContainer = 'mam';

/** With the extension's id in front, as VS Code asks for it. */
export const walkthrough = 'multi-agent-mux.mam#start';

export const panels = { dashboard: 'mam.dashboard', approval: 'mam.approval' } as const;

/** What a view or a page offers by keyboard, for people to read. */
export const helpScheme = 'mam-help';

/** What lanes wrote, for people to read. */
export const transcriptScheme = 'mam-transcript';

/** What offers MAM's own tools to the editor's chat. */
export const mcpProvider = 'mam.mcp';

/** Tools of the editor's chat. */
export const chatTools = [
  'mam_status',
  'mam_list_tasks',
  'mam_explain_gate',
  'mam_list_jobs',
  'mam_read_job',
  'mam_delegate_job',
] as const;
export type ChatTool = (typeof chatTools)[number];

/** What answers questions about MAM in the editor's chat. */
export const chatParticipant = 'mam.chat';

/** Delegated jobs with their attempts and events, for people to read. */
export const jobScheme = 'mam-job';

/** Copies of work that was kept, for people to read. */
export const rescueScheme = 'mam-rescue';

/** What the set-ups of worktrees did, for people to read. */
export const setUpScheme = 'mam-set-up';

/** Terminal profiles, and the agent that each opens; null asks which. */
export const terminalProfiles = {
  'mam.codex': 'codex',
  'mam.claude': 'claude',
  'mam.gemini': 'gemini',
  'mam.opencode': 'opencode',
  'mam.agent': null,
} as const;

/** The colour of files that are leased. */
export const leasedFileColor = 'mam.leasedFileForeground';

/** Documents of a commit, for the old and the new side of a diff. */
export const gitScheme = 'mam-git';

/** Files of a repository in which something goes on: the editor starts MAM for them, and MAM its engine. */
export const wakingFiles = ['tasks/queue.md', '.mam/agent-sessions.yaml'] as const;

/** All context keys; what a `when` clause asks for is one of these. */
export const contextKeys = {
  /** `noFolder`, `untrusted`, `idle`, `loading`, `notRepository`, `failed` or `ready`. */
  phase: 'mam.phase',
  /** `none`, `running`, `stopping`, `stopped` or `ended`. */
  loop: 'mam.loop',
  /** How many batches of lanes and teams run beside the loop. */
  beside: 'mam.beside',
  /** How many things need a person. */
  needsYou: 'mam.needsYou',
  /** What keeps MAM from working: `none`, `noGit`, `oldGit`, `database`, `newer`, `foreignLedger` or `other`. */
  trouble: 'mam.trouble',
  /** `none`, `owner` or `mirror`. */
  role: 'mam.role',
  /** Whether a person has decided on a packet here. */
  decided: 'mam.decided',
  /** Whether the repository is a sample. */
  sample: 'mam.sample',
  /** `ready` or `none`, once somebody looked which agents are there. */
  agents: 'mam.agents',
} as const;
