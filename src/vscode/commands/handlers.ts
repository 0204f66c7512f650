import type { CommandName, FreeCommand } from '../ids.ts';
import { createAbandonRun } from './abandonRun.ts';
import { createAcceptBreach } from './acceptBreach.ts';
import { createAddTask } from './addTask.ts';
import { createAllowCheck } from './allowCheck.ts';
import { createCloseTerminal } from './closeTerminal.ts';
import { createCopyPrCommands } from './copyPrCommands.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { createDeleteBranch } from './deleteBranch.ts';
import { createDoctorCommand } from './doctor.ts';
import { createFindAgents } from './findAgents.ts';
import { createExport } from './export.ts';
import { createFinishWorktree } from './finishWorktree.ts';
import { createHandInReport } from './handInReport.ts';
import { createImportLedger } from './importLedger.ts';
import { createLaunchTerminal } from './launchTerminal.ts';
import { createMergeLocally } from './mergeLocally.ts';
import { createMend } from './mend.ts';
import { createNewWorktree } from './newWorktree.ts';
import { createOpenApprovalPacket } from './openApprovalPacket.ts';
import { createOpenDashboard } from './openDashboard.ts';
import { createOpenTranscript } from './openTranscript.ts';
import { createOpenWorktree, createShowInScm } from './openWorktree.ts';
import { createPromoteRecommendation } from './promoteRecommendation.ts';
import { createRecoverLease } from './recoverLease.ts';
import { createRemoveWorktree } from './removeWorktree.ts';
import { createRescuedWork } from './rescuedWork.ts';
import { createRestoreRescue } from './restoreRescue.ts';
import { createResumeLoop } from './resumeLoop.ts';
import { createReturnLease } from './returnLease.ts';
import { createRetry } from './retry.ts';
import { createSetClaims } from './setClaims.ts';
import { createSetUpWorktree, createShowSetUp } from './setUpWorktree.ts';
import { createShowLeaseFiles } from './showLeaseFiles.ts';
import { createShowTask } from './showTask.ts';
import { createShowTerminal } from './showTerminal.ts';
import { createStartFresh } from './startFresh.ts';
import { createStartLoop } from './startLoop.ts';
import { createReviewWorktree, createStartLoopOnTask } from './startNamedLoop.ts';
import { createSetPool } from './setPool.ts';
import { createStopLoop } from './stopLoop.ts';
import { createTakeOverLease } from './takeOverLease.ts';
import { createPrepareStart } from './prepareStart.ts';
import { createAnswerSession } from './answerSession.ts';
import { createCancelJob } from './cancelJob.ts';
import { createConfirmJob } from './confirmJob.ts';
import { createDelegateJob } from './delegateJob.ts';
import { createGiveTask } from './giveTask.ts';
import { createForgetSession } from './forgetSession.ts';
import { createOpenJob } from './openJob.ts';
import { createOpenJobFile } from './openJobFile.ts';
import { createResumeSession } from './resumeSession.ts';
import { createRetryJob } from './retryJob.ts';
import { createShowSession } from './showSession.ts';
import { createStopSession } from './stopSession.ts';
import { createTick } from './tick.ts';

/** Every command that needs the engine. */
export type EngineCommand = Exclude<CommandName, FreeCommand>;

export const createHandlers = (deps: CommandDeps): Readonly<Record<EngineCommand, CommandHandler>> => {
  const addTask = createAddTask(deps);
  return {
    addTask,
    promoteRecommendation: createPromoteRecommendation(deps),
    startLoop: createStartLoop(deps, addTask),
    startLoopInfinite: createStartLoop(deps, addTask, true),
    stopLoop: createStopLoop(deps),
    setPool: createSetPool(deps),
    resumeLoop: createResumeLoop(deps),
    startLoopOnTask: createStartLoopOnTask(deps),
    reviewWorktree: createReviewWorktree(deps),
    newWorktree: createNewWorktree(deps),
    removeWorktree: createRemoveWorktree(deps),
    undoWorktree: createRemoveWorktree(deps),
    setUpWorktree: createSetUpWorktree(deps),
    showSetUp: createShowSetUp(deps),
    finishWorktree: createFinishWorktree(deps),
    launchCodexTerminal: createLaunchTerminal(deps, 'codex'),
    launchClaudeTerminal: createLaunchTerminal(deps, 'claude'),
    launchAgentTerminal: createLaunchTerminal(deps, null),
    showTerminal: createShowTerminal(deps),
    closeTerminal: createCloseTerminal(deps),
    openDashboard: createOpenDashboard(deps),
    openApprovalPacket: createOpenApprovalPacket(deps),
    startFresh: createStartFresh(deps),
    importLedger: createImportLedger(deps),
    tick: createTick(deps),
    prepareStart: createPrepareStart(deps),
    allowCheck: createAllowCheck(deps),
    setClaims: createSetClaims(deps),
    retry: createRetry(deps),
    abandonRun: createAbandonRun(deps),
    openWorktree: createOpenWorktree(deps, 'new'),
    openWorktreeHere: createOpenWorktree(deps, 'here'),
    showWorktreeInScm: createShowInScm(deps),
    showTask: createShowTask(deps),
    mergeLocally: createMergeLocally(deps),
    deleteBranch: createDeleteBranch(deps),
    copyPrCommands: createCopyPrCommands(deps),
    handInReport: createHandInReport(deps),
    recoverLease: createRecoverLease(deps),
    takeOverLease: createTakeOverLease(deps),
    returnLease: createReturnLease(deps),
    showLeaseFiles: createShowLeaseFiles(deps),
    acceptBreach: createAcceptBreach(deps),
    openTranscript: createOpenTranscript(deps),
    doctor: createDoctorCommand(deps),
    findAgents: createFindAgents(deps),
    mend: createMend(deps),
    rescuedWork: createRescuedWork(deps),
    restoreRescue: createRestoreRescue(deps),
    delegateJob: createDelegateJob(deps),
    giveTask: createGiveTask(deps),
    showSession: createShowSession(deps),
    answerSession: createAnswerSession(deps),
    resumeSession: createResumeSession(deps),
    stopSession: createStopSession(deps),
    forgetSession: createForgetSession(deps),
    cancelJob: createCancelJob(deps),
    retryJob: createRetryJob(deps),
    confirmJob: createConfirmJob(deps),
    openJob: createOpenJob(deps),
    openBrief: createOpenJobFile(deps, 'brief'),
    openReport: createOpenJobFile(deps, 'report'),
    export: createExport(deps),
  };
};
