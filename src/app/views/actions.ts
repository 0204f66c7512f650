import type { Translate } from '../../base/problem.ts';
import type { ViewAction } from './treeNode.ts';

/** The same command has the same words wherever it is offered. */
const titles = (t: Translate) => ({
  startLoop: t('Start Loop'),
  stopLoop: t('Stop Loop'),
  resumeLoop: t('Resume Loop'),
  addTask: t('Add Task…'),
  openDashboard: t('Open Dashboard'),
  openApprovalPacket: t('Open Approval Packet'),
  showLog: t('Show Log'),
  showTask: t('Show Task'),
  allowCheck: t('Allow'),
  setClaims: t('Set Files…'),
  retry: t('Try Again'),
  abandonRun: t('Give Up This Run…'),
  mergeLocally: t('Merge Locally'),
  deleteBranch: t('Delete Branch…'),
  copyPrCommands: t('Copy PR Commands'),
  handInReport: t('Hand In Report…'),
  openWorktree: t('Open Worktree'),
  importLedger: t('Import Ledger…'),
  recoverLease: t('Recover Lease…'),
  takeOverLease: t('Take Over Lease…'),
  returnLease: t('Give Lease Back'),
  acceptBreach: t('Accept Breach…'),
  mend: t('Show Remedy…'),
  showTerminal: t('Show Terminal'),
  openTranscript: t('Open Transcript'),
  showSession: t('Show Session'),
  answerSession: t('Answer…'),
  resumeSession: t('Resume Session'),
  stopSession: t('Stop Session'),
  forgetSession: t('Forget Session'),
  delegateJob: t('Delegate Job…'),
  retryJob: t('Retry as New Attempt'),
  confirmJob: t('Confirm Done…'),
  openJob: t('Open Job Timeline'),
  openReport: t('Open Report'),
  export: t('Export…'),
});

type ActionName = keyof ReturnType<typeof titles>;

/** A command with its words; the type keeps which one it is. */
export const action = <Name extends ActionName>(
  t: Translate,
  name: Name,
  ...args: readonly string[]
): ViewAction & { readonly name: Name } => ({
  title: titles(t)[name],
  name,
  args,
});
