import type { Translate } from '../../base/problem.ts';
import type { ViewAction } from './treeNode.ts';

/** The same command has the same words wherever it is offered. */
const titles = {
  startLoop: (t) => t('Start Loop'),
  stopLoop: (t) => t('Stop Loop'),
  resumeLoop: (t) => t('Resume Loop'),
  addTask: (t) => t('Add Task…'),
  openDashboard: (t) => t('Open Dashboard'),
  openApprovalPacket: (t) => t('Open Approval Packet'),
  showLog: (t) => t('Show Log'),
  showTask: (t) => t('Show Task'),
  allowCheck: (t) => t('Allow'),
  setClaims: (t) => t('Set Files…'),
  retry: (t) => t('Try Again'),
  abandonRun: (t) => t('Give Up This Run…'),
  mergeLocally: (t) => t('Merge Locally'),
  deleteBranch: (t) => t('Delete Branch…'),
  copyPrCommands: (t) => t('Copy PR Commands'),
  handInReport: (t) => t('Hand In Report…'),
  openWorktree: (t) => t('Open Worktree'),
  showWorktreeInScm: (t) => t('Show Changes'),
  showLeaseFiles: (t) => t('Show Leased Files'),
  importLedger: (t) => t('Import Ledger…'),
  recoverLease: (t) => t('Recover Lease…'),
  takeOverLease: (t) => t('Take Over Lease…'),
  returnLease: (t) => t('Give Lease Back'),
  acceptBreach: (t) => t('Accept Breach…'),
  mend: (t) => t('Show Remedy…'),
  showTerminal: (t) => t('Show Terminal'),
  openTranscript: (t) => t('Open Transcript'),
  showSession: (t) => t('Show Session'),
  answerSession: (t) => t('Answer…'),
  resumeSession: (t) => t('Resume Session'),
  stopSession: (t) => t('Stop Session'),
  forgetSession: (t) => t('Forget Session'),
  delegateJob: (t) => t('Delegate Job…'),
  retryJob: (t) => t('Retry as New Attempt'),
  confirmJob: (t) => t('Confirm Done…'),
  openJob: (t) => t('Open Job Timeline'),
  openReport: (t) => t('Open Report'),
  export: (t) => t('Export…'),
} as const satisfies Readonly<Record<string, (t: Translate) => string>>;

type ActionName = keyof typeof titles;

/** A command with its words; the type keeps which one it is. */
export const action = <Name extends ActionName>(
  t: Translate,
  name: Name,
  ...args: readonly string[]
): ViewAction & { readonly name: Name } => ({
  title: titles[name](t),
  name,
  args,
});
