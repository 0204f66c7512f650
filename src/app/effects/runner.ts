import { problem } from '../../base/problem.ts';
import { ProblemError } from '../../base/problemError.ts';
import type { Effect, EffectKind } from '../../core/effect.ts';
import { isPersonsOpenJob } from '../../core/job/isPersonsJob.ts';
import { recovery } from '../../core/effect.ts';
import type { Outcome } from '../../core/outcome.ts';
import { mostLanes } from '../../core/job/room.ts';
import { shipUnknown } from '../../core/ship/settle.ts';
import type { State } from '../../core/state.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { EffectContext } from './handler.ts';
import { runEffect } from './run.ts';

/** How many effects of a kind run at once. */
const limits: Readonly<Record<EffectKind, number>> = {
  prepareRun: 1,
  createWorktree: 2,
  removeWorktree: 2,
  runLane: mostLanes,
  capturePatch: 2,
  commitPatch: 1,
  applyPatch: 1,
  runChecks: 2,
  mergeLocally: 1,
  inspectLease: 1,
  rescueLease: 1,
  validate: 1,
  ship: 1,
  deleteBranch: 1,
  auditBatch: 1,
  openIssue: 1,
};

/** Kinds that a stopping loop cuts short; the others are brief and are waited for. */
const stoppable: ReadonlySet<EffectKind> = new Set(['runLane', 'runChecks']);

const host = { kind: 'host', id: 'effects' } as const;

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
  /** The kinds that this host runs; all unless said. The others stay for the next owner. */
  kinds?: ReadonlySet<EffectKind>,
): EffectRunner {
  const running = new Map<
    string,
    {
      readonly kind: EffectKind;
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
    for (const { effect, startedBy } of Object.values(state.effects)) {
      const here = running.get(effect.id);
      if (here && shouldStop(state, effect)) here.abort.abort();
      // Where only a person is waited for, nothing runs that a limit is for.
      const waits = effect.kind === 'runLane' && isPersonsOpenJob(state, effect.job);
      if (here || (!waits && count(effect.kind) >= limits[effect.kind]) || kinds?.has(effect.kind) === false) continue;
      if (startedBy !== null && startedBy !== owner)
        context.log.info('taking up an effect again', { effect: effect.id, how: recovery[effect.kind] });
      const abort = new AbortController();
      // Whoever began it is gone, or could not record its end: what it did is for a person to say.
      const lost = startedBy !== null && recovery[effect.kind] === 'ask';
      const done = lost ? settleLost(effect) : perform(effect, owner, abort.signal);
      running.set(effect.id, { kind: effect.kind, waits, abort, done });
    }
  };

  const count = (kind: EffectKind): number =>
    [...running.values()].filter((one) => one.kind === kind && !one.waits).length;

  async function perform(effect: Effect, owner: number, signal: AbortSignal): Promise<void> {
    let isSettled = false;
    try {
      const started = await orchestrator.dispatch({ type: 'startEffect', effect: effect.id, epoch: owner }, host);
      // Nothing recorded means that it is settled already, or that this host is no owner any more: then it must not run.
      if (!started.ok || started.value.length === 0 || detached) return;
      const outcome = await guarded(effect, signal);
      // A lane that this host let go of has not ended; a brief effect has, and is not done again at the next start.
      if (detached && stoppable.has(effect.kind)) return;
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
      await Promise.all([...running.values()].filter((one) => !stoppable.has(one.kind)).map((one) => one.done));
    },
  };
}

function shouldStop(state: State, effect: Effect): boolean {
  if (!stoppable.has(effect.kind) || effect.run === null) return false;
  const batch = state.batches[effect.run];
  if (batch) return batch.blockers.length > 0;
  const run = state.runs[effect.run];
  return run !== undefined && (run.phase === 'ended' || state.loops[run.loop]?.state === 'stopping');
}
