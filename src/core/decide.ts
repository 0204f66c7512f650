import { decideAgentSession } from './agentSession/decide.ts';
import { applyPatch } from './apply/decide.ts';
import { tuneByHand } from './autotune/hand.ts';
import { msBetween } from '../base/clock.ts';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { acceptBreach, observeShared } from './breach/decide.ts';
import { startBatch, stopBatch } from './batch/decide.ts';
import type { Command } from './command.ts';
import { decideDelegation } from './delegation/decide.ts';
import type { Context } from './context.ts';
import type { DomainEvent } from './event.ts';
import { validateRun } from './evidence/validate.ts';
import { handIn } from './job/handIn.ts';
import { holdLane } from './job/hold.ts';
import { renewLease, renewLeases } from './lease/decide.ts';
import { borrowLease, returnLease } from './lease/lend.ts';
import { recoverLease } from './lease/recover.ts';
import { takeOverLease } from './lease/takeOver.ts';
import { openIssue } from './issue/open.ts';
import { importLedger } from './ledger/decide.ts';
import { withRetries } from './autoLoop/retry.ts';
import { finishLoop } from './autoLoop/finish.ts';
import { resumeLoop, startLoop, stopLoop } from './loop/decide.ts';
import { settleEffect } from './loop/settle.ts';
import { abandonRun, allowCheck, approve, mergeLocally, returnRun, setClaims } from './ship/decide.ts';
import { deleteBranch } from './ship/deleteBranch.ts';
import { answerShip } from './ship/requestShip.ts';
import { setPool } from './poolTune/setPool.ts';
import { startPatch } from './patch/start.ts';
import { stopPatch } from './patch/stop.ts';
import { readQueue } from './queue/decide.ts';
import { editQueue } from './queue/edit.ts';
import type { State } from './state.ts';
import { startTeam, stopTeam } from './team/decide.ts';
import { decideTick } from './tick/decide.ts';
import { createWorktree, forgetWorktree } from './worktree/create.ts';
import { observeWorktrees } from './worktree/observe.ts';
import { removeWorktree } from './worktree/removal.ts';
import { setUpWorktree, stopSetUp } from './worktree/setUp.ts';

type Decision = Result<readonly DomainEvent[], Problem>;

/** Commands that only a person may give. An agent's process tree, its job token and the MCP server never count as one. */
const personOnly: ReadonlySet<Command['type']> = new Set([
  'approve',
  'returnRun',
  'abandonRun',
  'allowCheck',
  'mergeLocally',
  'deleteBranch',
  'acceptBreach',
  'applyPatch',
  'answerShip',
  'setClaims',
  'setPool',
  'createWorktree',
  'forgetWorktree',
  'removeWorktree',
  'setUpWorktree',
  'stopSetUp',
  'openIssue',
  'editQueue',
  'takeOverLease',
  'recoverLease',
  'importLedger',
  'handIn',
  'endJob',
  'applyTuning',
  'dismissTuning',
]);

/** Why somebody who is no person may not have this done. */
export const personOnlyProblem = (command: string): Problem =>
  problem(
    'actor.personOnly',
    'Only a person can do this: {command}. Use the editor, or the mam CLI in a terminal of your own.',
    { command },
  );

/** All that a job may say. Whatever else comes from an agent's process tree is refused, however it got here. */
const jobMay: ReadonlySet<Command['type']> = new Set(['heartbeat', 'reportProgress', 'signalAttempt']);

/** Turns one command into the events that follow from it directly. Pure: the same state and context give the same events. */
export function decide(state: State, command: Command, context: Context): Decision {
  const { kind } = context.actor;
  // The workers of a team are held by nothing that MAM has.
  const ships =
    (command.type === 'tick' && command.facts.execute) || (command.type === 'startTeam' && command.plan.execute);
  if (((ships || personOnly.has(command.type)) && kind !== 'person') || (kind === 'job' && !jobMay.has(command.type)))
    return err(personOnlyProblem(command.type));
  switch (command.type) {
    case 'openAgentSession':
    case 'resumeAgentSession':
    case 'stopAgentSession':
    case 'forgetAgentSession':
    case 'sightAgentSession':
    case 'identifyAgentSession':
    case 'endAgentSession':
      return decideAgentSession(state, command, context);
    case 'submitJob':
    case 'cancelJob':
    case 'retryJob':
    case 'endJob':
    case 'signalAttempt':
    case 'settlePermission':
    case 'sightReport':
    case 'sightArtifacts':
    case 'sendPrompt':
    case 'confirmPrompt':
    case 'judgeJobs':
      return decideDelegation(state, command, context);
    case 'readQueue':
      return ok(readQueue(state, command.tasks, command.problems));
    case 'startLoop':
      return startLoop(state, command, context);
    case 'startBatch':
      return ok(startBatch(state, command.plan, context));
    case 'startPatch':
      return startPatch(state, command.plan, context);
    case 'stopPatch':
      return stopPatch(state);
    case 'stopBatch':
      return stopBatch(state);
    case 'startTeam':
      return ok(startTeam(state, command.plan, context));
    case 'stopTeam':
      return stopTeam(state);
    case 'stopLoop':
      return command.loop === undefined ? stopAll(state) : stopLoop(state, command.loop);
    case 'finishLoop':
      return finishLoop(state, command.loop);
    case 'resumeLoop':
      return resumeLoop(state, context, command);
    case 'applyTuning':
    case 'dismissTuning':
      return tuneByHand(state, command, context);
    case 'setPool':
      return setPool(state, command, context);
    case 'startEffect':
      return ok(startEffect(state, command, context));
    case 'settleEffect':
      return ok(withRetries(state, settleEffect(state, command.effect, command.outcome, context), context));
    case 'observeShared':
      return ok(observeShared(state, command.look, context));
    case 'acceptBreach':
      return acceptBreach(state, command.breach, context);
    case 'handIn':
      return handIn(state, command, context);
    case 'holdLane':
      return ok(holdLane(state, command.job, command.hold));
    case 'importLedger':
      return importLedger(state, command.ledger, command.kept, context);
    case 'observeRefs': {
      const moved = Object.entries(command.refs).filter(([ref, commit]) => state.refs[ref] !== commit);
      return ok(moved.length > 0 ? [{ type: 'refsObserved', refs: Object.fromEntries(moved) }] : []);
    }
    case 'observeWorktrees':
      return ok(observeWorktrees(state, command));
    case 'renewLeases':
      return ok(renewLeases(state, command.awakeMs, context.at));
    case 'renewLease':
      return renewLease(state, command.lease, context);
    case 'borrowLease':
      return borrowLease(state, command, context);
    case 'returnLease':
      return returnLease(state, command, context);
    case 'takeOverLease':
      return takeOverLease(state, command, context);
    case 'recoverLease':
      return recoverLease(state, command, context);
    case 'setClaims':
      return setClaims(state, command.run, command.claims);
    case 'allowCheck':
      return allowCheck(state, command.argv, context);
    case 'approve':
      return approve(state, command.run, command.head, context);
    case 'returnRun':
      return returnRun(state, command.run, command.comments, context);
    case 'applyPatch':
      return applyPatch(state, command.plan, context);
    case 'abandonRun':
      return abandonRun(state, command.run, context);
    case 'mergeLocally':
      return mergeLocally(state, command.run);
    case 'validateRun':
      return validateRun(state, command.run);
    case 'deleteBranch':
      return deleteBranch(state, command.run);
    case 'answerShip':
      return answerShip(state, command.ship, command.outcome, context);
    case 'tick':
      return ok(decideTick(state, command.facts, context));
    case 'createWorktree':
      return createWorktree(state, command, context);
    case 'stopSetUp':
      return stopSetUp(state, command);
    case 'forgetWorktree':
      return forgetWorktree(state, command);
    case 'removeWorktree':
      return removeWorktree(state, command, context);
    case 'setUpWorktree':
      return setUpWorktree(state, command);
    case 'openIssue':
      return ok(openIssue(state, command, context));
    case 'editQueue':
      return ok(editQueue(state, command.edit));
    case 'heartbeat':
      return ok([beat(command, context)]);
    case 'reportProgress':
      return ok(
        isRunning(state, command.job)
          ? [{ type: 'jobSignalled', job: command.job, kind: command.kind, text: context.redact(command.text) }]
          : [],
      );
  }
}

/** A person who stops the work means all of it, lanes that only read among it. */
function stopAll(state: State): Decision {
  const all = [stopLoop(state), stopBatch(state), stopTeam(state)];
  const stopped = all.flatMap((one) => (one.ok ? [one.value] : []));
  return stopped.length > 0 ? ok(stopped.flat()) : stopLoop(state);
}

function beat(command: Extract<Command, { type: 'heartbeat' }>, { at, redact }: Context): DomainEvent {
  const { session, role, task, status, agent, saidAt, ttlMs } = command;
  // Whoever names a time to come would look alive for ever.
  const said = saidAt !== undefined && msBetween(saidAt, at) > 0 ? { saidAt } : {};
  return {
    type: 'sessionBeat',
    session,
    role: redact(role),
    task,
    status: redact(status),
    agent,
    ...said,
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
}

/** A signal can come late; about a job that has ended it would stay for ever. */
const isRunning = (state: State, job: string): boolean => job in state.openJobs;

/** What nobody wants any more by now is not begun. */
function startEffect(
  { effects }: State,
  { effect, epoch }: Extract<Command, { type: 'startEffect' }>,
  { awakeMs }: Context,
): readonly DomainEvent[] {
  const open = effects[effect];
  if (!open) return [];
  return [{ type: 'effectStarted', effect, epoch, ...(open.effect.kind === 'runLane' ? { awakeMs } : {}) }];
}
