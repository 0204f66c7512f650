import type { CommandName } from '../ids.ts';
import { createAbandonRun } from './abandonRun.ts';
import { createAcceptBreach } from './acceptBreach.ts';
import { createAddTask } from './addTask.ts';
import { createAllowCheck } from './allowCheck.ts';
import { createCopyPrCommands } from './copyPrCommands.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { createDeleteBranch } from './deleteBranch.ts';
import { createHandInReport } from './handInReport.ts';
import { createImportLedger } from './importLedger.ts';
import { createLaunchTerminal } from './launchTerminal.ts';
import { createMergeLocally } from './mergeLocally.ts';
import { createNewWorktree } from './newWorktree.ts';
import { createOpenApprovalPacket } from './openApprovalPacket.ts';
import { createOpenDashboard } from './openDashboard.ts';
import { createOpenWorktree } from './openWorktree.ts';
import { createRecoverLease } from './recoverLease.ts';
import { createRestoreRescue } from './restoreRescue.ts';
import { createResumeLoop } from './resumeLoop.ts';
import { createReturnLease } from './returnLease.ts';
import { createRetry } from './retry.ts';
import { createSetClaims } from './setClaims.ts';
import { createShowTask } from './showTask.ts';
import { createStartFresh } from './startFresh.ts';
import { createStartLoop } from './startLoop.ts';
import { createStopLoop } from './stopLoop.ts';
import { createTakeOverLease } from './takeOverLease.ts';
import { createPrepareStart } from './prepareStart.ts';
import { createTick } from './tick.ts';

/** Every command that needs the engine. */
export type EngineCommand = Exclude<CommandName, 'showLog'>;

export const createHandlers = (deps: CommandDeps): Readonly<Record<EngineCommand, CommandHandler>> => {
  const addTask = createAddTask(deps);
  return {
    addTask,
    startLoop: createStartLoop(deps, addTask),
    stopLoop: createStopLoop(deps),
    resumeLoop: createResumeLoop(deps),
    newWorktree: createNewWorktree(deps),
    launchCodexTerminal: createLaunchTerminal(deps, 'codex'),
    launchClaudeTerminal: createLaunchTerminal(deps, 'claude'),
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
    openWorktree: createOpenWorktree(deps),
    showTask: createShowTask(deps),
    mergeLocally: createMergeLocally(deps),
    deleteBranch: createDeleteBranch(deps),
    copyPrCommands: createCopyPrCommands(deps),
    handInReport: createHandInReport(deps),
    recoverLease: createRecoverLease(deps),
    takeOverLease: createTakeOverLease(deps),
    returnLease: createReturnLease(deps),
    acceptBreach: createAcceptBreach(deps),
    restoreRescue: createRestoreRescue(deps),
  };
};
