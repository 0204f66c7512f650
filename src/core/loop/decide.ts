import { problem, type Problem } from '../../base/problem.ts';
import { beginsMore } from '../autoLoop/beginsMore.ts';
import { isOpenEnded } from '../autoLoop/openEnded.ts';
import { attemptsOf } from '../autoLoop/retry.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { closeCircuits, isAnyOpen } from '../circuit/close.ts';
import { secretInChecks } from '../evidence/checks.ts';
import { setMix } from '../mix/decide.ts';
import { hasFailedMerge } from '../merged/select.ts';
import { normaliseClaims, wholeRepository } from '../lease/claims.ts';
import { isProposing } from '../patch/isProposing.ts';
import type { State } from '../state.ts';
import { waitingJudge } from '../task/dependencies.ts';
import { openTasks, recommendedTasks } from '../task/select.ts';
import { nameGiven, type GivenTask } from '../task/given.ts';
import { whyNever } from '../task/whyNever.ts';
import { requiredRoles, writerRole } from '../topology/roles.ts';
import { goOn } from './goOn.ts';
import { hasLoweredPass, isWorking } from './phases.ts';
import { heldBack, rivalLoop } from './rivals.ts';
import type { Loop, LoopOptions, Run } from './types.ts';

type Decision = Result<readonly DomainEvent[], Problem>;

/** The loop that was started last, or undefined when none ever was. */
const latestLoop = (state: State): Loop | undefined =>
  Object.values(state.loops).findLast((loop) => !isProposing(loop));

export function startLoop(
  state: State,
  { options: wanted, claims, mix, given, queueFile: file = 'tasks/queue.md' }: Extract<Command, { type: 'startLoop' }>,
  context: Context,
): Decision {
  const rival = rivalLoop(state, wanted, context.at);
  if (rival) return err(rival);
  const options = given ? withGiven(state, wanted, given, claims['']) : wanted;
  if (!writerRole(options.topology) || requiredRoles(options.topology, false).length === 0)
    return err(
      problem(
        'topology.incomplete',
        'The topology {topology} needs one role that writes and at least one required reviewer. Choose another in mam.topology.',
        { topology: options.topology.id },
      ),
    );
  const secret = secretInChecks(options.allowedChecks);
  if (secret) return err(secret);
  if (options.given) {
    const broad = normaliseClaims(options.given.claims);
    if (!broad.ok) return broad;
    const loop = { ...options, given: { ...options.given, claims: broad.value } };
    return ok([
      ...(mix ? setMix(state, mix) : []),
      { type: 'loopStarted', loop: context.id(), options: loop, claims: {} },
    ]);
  }
  const [queueProblem] = state.queue.problems;
  if (state.queue.tasks.length === 0 && queueProblem) return err(queueProblem);
  const never = whyNever(state, options.tasks ?? [], file);
  if (never) return err(never);
  const whyWaiting = waitingJudge(state);
  for (const task of state.queue.tasks) {
    const unfit = options.tasks?.includes(task.id) ? whyWaiting(task) : null;
    if (unfit) return err(unfit);
  }
  const live = options.tasks?.find((id) =>
    Object.values(state.runs).some(
      (run) => run.task.id === id && run.phase !== 'ended' && run.id !== options.patch?.repairs,
    ),
  );
  if (live !== undefined)
    return err(
      problem('task.live', '{task} has a run that is not finished. Resume it, or decide its packet first.', {
        task: live,
      }),
    );
  const parked = Object.values(state.runs)
    .filter((run) => run.phase !== 'ended')
    .map((run) => run.task.id);
  if (options.tasks === null && recommendedTasks(state).length === 0 && parked.length > 0)
    return err(
      problem(
        'queue.allTaken',
        'No other task is ready, and {tasks} is not finished: answer what it asks, or resume the loop.',
        {
          tasks: parked.join(', '),
        },
      ),
    );
  if (options.tasks === null && recommendedTasks(state).length === 0)
    for (const task of openTasks(state, [])) {
      const waits = whyWaiting(task);
      if (waits) return err(waits);
    }
  // To the end of a queue that has nothing is no way at all: that loop is done.
  if (options.tasks === null && recommendedTasks(state).length === 0 && !isOpenEnded(options))
    return err(
      problem('queue.nothingReady', 'No task in {file} is ready. Set the Status of one to ready, or add a task.', {
        file,
      }),
    );
  const clean = Object.entries(claims).map(([task, paths]) => ({ task, claims: normaliseClaims(paths) }));
  for (const one of clean) if (!one.claims.ok) return one.claims;
  const chosen = clean.flatMap(({ task, claims: paths }) => (paths.ok ? [[task, paths.value] as const] : []));
  return ok([
    ...(mix ? setMix(state, mix) : []),
    ...closeCircuits(state),
    {
      type: 'loopStarted',
      loop: context.id(),
      options,
      claims: Object.fromEntries(chosen),
      ...(options.guards ? { awakeMs: context.awakeMs } : {}),
    },
  ]);
}

/** Options of a loop whose one task a person wrote. It may write anywhere unless that person said where. */
const withGiven = (
  state: State,
  options: LoopOptions,
  given: GivenTask,
  claims: readonly string[] = wholeRepository,
): LoopOptions => {
  const task = nameGiven(state, given, claims);
  return { ...options, tasks: [task.id], limit: 1, given: task };
};

export const unknownLoop = (loop: string): Problem =>
  problem('loop.unknown', 'There is no loop {loop}. See mam status.', { loop });

/** Stops whatever works: also a run that a person returned, or whose lanes still run, although its loop has ended. */
export function stopLoop(state: State, only?: string): Decision {
  if (only !== undefined && !state.loops[only]) return err(unknownLoop(only));
  const works = (loop: Loop): boolean =>
    Object.values(state.runs).some((run) => run.loop === loop.id && isWorking(state, run));
  const working = Object.values(state.loops).filter(
    (loop) => (only === undefined || loop.id === only) && (loop.state !== 'ended' || works(loop)),
  );
  if (working.length === 0) return err(problem('loop.notRunning', 'No loop is running.'));
  return ok(
    working.filter((loop) => loop.state !== 'stopping').map((loop) => ({ type: 'loopStopRequested', loop: loop.id })),
  );
}

/** Goes on where the last loop was: stopped runs continue, and runs that met a problem try again. */
export function resumeLoop(
  state: State,
  { at, awakeMs }: Pick<Context, 'at' | 'awakeMs'>,
  { loop: only, leavesParked }: Omit<Extract<Command, { type: 'resumeLoop' }>, 'type'> = {},
): Decision {
  const loop = only === undefined ? latestLoop(state) : state.loops[only];
  if (only !== undefined && !loop) return err(unknownLoop(only));
  // A batch can meet a limit although no loop ever ran.
  const alone = loop ? [] : liftable(state, false);
  if (alone.length > 0) return ok(alone);
  if (!loop) return err(problem('loop.none', 'There is no loop to resume. Start one.'));
  const isMeant = (run: Run): boolean => !leavesParked && (only === undefined || run.loop === only);
  if (Object.values(state.loops).some((one) => one.state === 'stopping' && (only === undefined || one.id === only)))
    return err(problem('loop.stopping', 'The loop is still stopping. Wait until its lanes have ended.'));
  const allParked = Object.values(state.runs).filter(
    (run) =>
      isMeant(run) &&
      (run.phase === 'stopped' ||
        (run.phase === 'retrying' && run.retry?.by !== 'person') ||
        (run.phase === 'needs-you' && run.ask?.kind === 'problem')),
  );
  const allLowered = Object.values(state.runs).filter((run) => isMeant(run) && hasLoweredPass(run));
  const allFailed = Object.values(state.runs).filter((run) => isMeant(run) && hasFailedMerge(run));
  const wished = new Set([
    ...(loop.state === 'ended' ? [loop.id] : []),
    ...[...allParked, ...allLowered, ...allFailed].map((run) => run.loop),
  ]);
  const held = heldBack(state, wished, at);
  const [why] = held.values();
  if (why && held.size === wished.size) return err(why);
  const parked = allParked.filter((run) => !held.has(run.loop));
  const lowered = allLowered.filter((run) => !held.has(run.loop));
  const failed = allFailed.filter((run) => !held.has(run.loop));
  const waits = parked.length + lowered.length + failed.length > 0;
  const lifted = liftable(state, waits);
  const beginsNoMore = loop.finishing === true || loop.halted !== undefined;
  if (loop.state === 'running' && !waits && lifted.length === 0 && !isAnyOpen(state) && !beginsNoMore)
    return err(problem('loop.running', 'A loop is running already. Stop it, or wait until it ends.'));
  // Whoever lifts the limit that a batch met does not ask for the next tasks of a loop that is done.
  const isDone = loop.outcome === 'completed' && !waits && lifted.length > 0;
  const resumed: readonly DomainEvent[] =
    (loop.state === 'ended' || beginsNoMore) && !isDone && !held.has(loop.id)
      ? [{ type: 'loopResumed', loop: loop.id, ...anew(state, loop, awakeMs) }]
      : [];
  const closed = closeCircuits(state);
  const reopened = lowered.map((run): DomainEvent => ({ type: 'reviewReopened', run: run.id }));
  const again = failed.map((run): DomainEvent => ({ type: 'mergeReopened', run: run.id }));
  const isResumed = ({ id }: Loop): boolean => resumed.length > 0 && id === loop.id;
  const placed = goOn(state, parked, (one) => beginsMore(one) || isResumed(one));
  return ok([...lifted, ...closed, ...resumed, ...placed, ...reopened, ...again]);
}

/** From where a loop that is resumed counts what it has of its own. */
const anew = (
  state: State,
  loop: Loop,
  awakeMs: number,
): Pick<Extract<DomainEvent, { type: 'loopResumed' }>, 'awakeMs' | 'tried'> => ({
  ...(loop.options.guards ? { awakeMs } : {}),
  ...(loop.options.guards?.maxAttempts ? { tried: attemptsOf(state, loop) } : {}),
});

/**
 * Usage limits that end because a person goes on: those that only a person can end, and where nothing else waits also
 * those whose time has not come, for whoever has more to use than the agent knew.
 */
const liftable = (state: State, waits: boolean): readonly DomainEvent[] =>
  Object.entries(state.limits)
    .filter(([, limit]) => limit.trial === null && (!waits || limit.isSpent || limit.until === null))
    .map(([agent]) => ({ type: 'limitLifted', agent }));
