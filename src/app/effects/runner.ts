import { problem } from '../../base/problem.ts';
import { ProblemError } from '../../base/problemError.ts';
import type { Effect, EffectKind } from '../../core/effect.ts';
import { isPersonsOpenJob } from '../../core/job/isPersonsJob.ts';
import { placesToTake, takesPlace } from '../../core/job/places.ts';
import { recovery } from '../../core/effect.ts';
import type { Outcome } from '../../core/outcome.ts';
import { isOwnedBy, type EffectOwner } from '../../core/effectOwner.ts';
import { shipUnknown } from '../../core/ship/settle.ts';
import type { State } from '../../core/state.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { EffectContext } from './handler.ts';
import { runEffect } from './run.ts';

/** How many effects of a kind run at once. Whose turn it is among lanes is decided by the core. */
const limits: Readonly<Record<Exclude<EffectKind, 'runLane'>, number>> = {
  prepareRun: 1,
  sightSource: 2,
  promoteReports: 1,
  clearJobFolders: 1,
  createWorktree: 2,
  removeWorktree: 2,
  setUpWorktree: 2,
  capturePatch: 2,
  commitPatch: 1,
  applyPatch: 1,
  runChecks: 2,
  mergeResult: 1,
  mergeLocally: 1,
  inspectLease: 1,
  rescueLease: 1,
  validate: 1,
  ship: 1,
  deleteBranch: 1,
  startSession: 4,
  stopSession: 4,
  // One may wait for long, and must keep none of another session from its own.
  deliverPrompt: 256,
  auditBatch: 1,
  launchTeam: 1,
  pollTeam: 1,
  captureTeam: 1,
  shutdownTeam: 1,
  publishTeam: 1,
  openIssue: 1,
  editQueue: 1,
};

/** Kinds that a stopping loop cuts short; the others are brief and are waited for. */
const stoppable: ReadonlySet<EffectKind> = new Set(['runLane', 'runChecks', 'pollTeam']);

/** Kinds that may wait for a person, and are let go of with their host: what did not come about is left for the next one. */
const patient: ReadonlySet<EffectKind> = new Set(['deliverPrompt']);

const host = { kind: 'host', id: 'effects' } as const;

/** Kinds of effects, or whose effects they are: by kind alone, a lane of a loop that was killed would be taken up, too. */
export type RunnableEffects = ReadonlySet<EffectKind> | EffectOwner;

function isRunnable(state: State, effect: Effect, runs: RunnableEffects | undefined): boolean {
  if (runs === undefined) return true;
  return typeof runs === 'string' ? isOwnedBy(state, effect, runs) : runs.has(effect.kind);
}

/** Runs what the log asks for. It keeps no list of its own: what is open in the state and not running here is started. */
export interface EffectRunner {
  /** Looks at the state and starts or stops what it asks for. Cheap; call it after every change. */
  reconcile(): void;
  /** Lets go of everything without ending it: lanes live on and are joined again. */
  detach(): Promise<void>;
}

export function createEffectRunner(
  orchestrator: Orchestrator,
  context: EffectContext,
  epoch: () => number | null,
  /** The kinds that this host runs, or whose effects; all unless said. The others stay for the next owner. */
  runs?: RunnableEffects,
): EffectRunner {
  const running = new Map<
    string,
    {
      readonly effect: Effect;
      readonly waits: boolean;
      readonly abort: AbortController;
      readonly done: Promise<void>;
    }
  >();
  let detached = false;

  const reconcile = (): void => {
    const owner = epoch();
    if (owner === null || detached) return;
    const { state } = orchestrator;
    const begins = whatTakesPlaces(state);
    // A person stopped it: what is open in the state no more is wanted no more.
    for (const { effect, abort } of running.values())
      if (effect.kind === 'setUpWorktree' && !state.effects[effect.id]) abort.abort();
    for (const { effect, startedBy } of Object.values(state.effects)) {
      const here = running.get(effect.id);
      const stops = shouldStop(state, effect);
      if (here && stops) here.abort.abort();
      // Where only a person is waited for, nothing runs that a limit is for.
      const waits = effect.kind === 'runLane' && isPersonsOpenJob(state, effect.job);
      // What ends before it began takes no place: it is told so, and nothing of it is started.
      const fits =
        waits ||
        stops ||
        ((!takesPlace(effect) || begins.has(effect.id)) &&
          (effect.kind === 'runLane' || count(effect.kind) < limits[effect.kind]));
      if (here || !fits || !isRunnable(state, effect, runs) || !isReachable(state, effect)) continue;
      if (startedBy !== null && startedBy !== owner)
        context.log.info('taking up an effect again', { effect: effect.id, how: recovery[effect.kind] });
      const abort = new AbortController();
      if (stops) abort.abort();
      // Whoever began it is gone, or could not record its end: what it did is for a person to say.
      const lost = startedBy !== null && recovery[effect.kind] === 'ask';
      const done = lost ? settleLost(effect) : perform(effect, owner, abort.signal);
      running.set(effect.id, { effect, waits: waits || stops, abort, done });
    }
  };

  /** What is to be done in a place that this host can't reach stays for one that can. */
  const isReachable = (state: State, effect: Effect): boolean => {
    const session =
      effect.kind === 'deliverPrompt'
        ? state.delegations[effect.job]?.session
        : effect.kind === 'startSession' || effect.kind === 'stopSession'
          ? effect.session
          : undefined;
    const backend = session === undefined ? undefined : state.agentSessions[session]?.backend;
    return backend === undefined || context.terminals[backend] !== undefined;
  };

  /**
   * What begins now of what shares the places of `mam.lanes.atOnce`, of what this host runs. Places are no counter that is
   * moved up and down: what runs here is what holds one, so that none is given back twice or kept by what is gone.
   */
  const whatTakesPlaces = (state: State): ReadonlySet<string> => {
    const waiting = Object.values(state.effects).flatMap(({ effect }) =>
      takesPlace(effect) &&
      !running.has(effect.id) &&
      isRunnable(state, effect, runs) &&
      !shouldStop(state, effect) &&
      !(effect.kind === 'runLane' && isPersonsOpenJob(state, effect.job))
        ? [effect]
        : [],
    );
    if (waiting.length === 0) return new Set();
    const held = [...running.values()].flatMap(({ effect, waits }) => (takesPlace(effect) && !waits ? [effect] : []));
    return new Set(placesToTake(state, { held, waiting }, context.laneLimits()));
  };

  const count = (kind: EffectKind): number =>
    [...running.values()].filter((one) => one.effect.kind === kind && !one.waits).length;

  async function perform(effect: Effect, owner: number, signal: AbortSignal): Promise<void> {
    let isSettled = false;
    try {
      const started = await orchestrator.dispatch({ type: 'startEffect', effect: effect.id, epoch: owner }, host);
      // Nothing recorded means that it is settled already, or that this host is no owner any more: then it must not run.
      if (!started.ok || started.value.length === 0 || detached) return;
      const outcome = await guarded(effect, signal);
      // A lane that this host let go of has not ended; a brief effect has, and is not done again at the next start.
      if (detached && stoppable.has(effect.kind)) return;
      if (patient.has(effect.kind) && signal.aborted && outcome.kind === 'failed') return;
      // It was settled by whoever stopped it, and the same may be asked for again already.
      if (effect.kind === 'setUpWorktree' && signal.aborted) return;
      const settled = await orchestrator.dispatch({ type: 'settleEffect', effect: effect.id, outcome }, host);
      isSettled = settled.ok;
      if (!settled.ok)
        context.log.error('an outcome could not be recorded', { effect: effect.id, code: settled.error.code });
    } catch (error) {
      context.log.error('an effect could not be recorded', { effect: effect.id, reason: String(error) });
    } finally {
      running.delete(effect.id);
      // Its place is free for one that waited. An effect that could not be started or settled is still open; the next
      // tick takes it up, so that it doesn't spin here.
      if (isSettled) reconcile();
    }
  }

  async function settleLost(effect: Effect): Promise<void> {
    try {
      const outcome = { kind: 'failed', problem: shipUnknown } as const;
      await orchestrator.dispatch({ type: 'settleEffect', effect: effect.id, outcome }, host);
    } catch (error) {
      context.log.error('an effect could not be recorded', { effect: effect.id, reason: String(error) });
    } finally {
      running.delete(effect.id);
    }
  }

  async function guarded(effect: Effect, signal: AbortSignal): Promise<Outcome> {
    try {
      return await runEffect(effect, context, signal);
    } catch (error) {
      if (error instanceof ProblemError) return { kind: 'failed', problem: error.problem };
      const reason = context.privacy().redact(error instanceof Error ? error.message : String(error));
      context.log.error('an effect threw', { effect: effect.id, reason });
      return {
        kind: 'failed',
        problem: problem(
          'effect.crashed',
          '{kind} failed unexpectedly: {reason}. Resume to try again; the log has the details.',
          { kind: effect.kind, reason },
        ),
      };
    }
  }

  return {
    reconcile,
    detach: async () => {
      detached = true;
      for (const one of running.values()) if (patient.has(one.effect.kind)) one.abort.abort();
      await Promise.all([...running.values()].filter((one) => !stoppable.has(one.effect.kind)).map((one) => one.done));
    },
  };
}

function shouldStop(state: State, effect: Effect): boolean {
  if (!stoppable.has(effect.kind) || effect.run === null) return false;
  const shared = state.batches[effect.run] ?? state.teams[effect.run];
  if (shared) return shared.blockers.length > 0;
  const run = state.runs[effect.run];
  if (run === undefined) return false;
  // Checks of a merge that a return made pointless would only keep the next round waiting.
  const isSentBack = effect.kind === 'runChecks' && run.phase === 'preparing';
  return run.phase === 'ended' || isSentBack || state.loops[run.loop]?.state === 'stopping';
}
