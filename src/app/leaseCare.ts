import type { DisposableStore } from '../base/disposable.ts';
import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import { effectOfRecovery, type RecoveryStep } from '../core/lease/recover.ts';
import type { Orchestrator } from './orchestrator.ts';
import { settlement } from './settlement.ts';

/** What a person does with a lease, as far as it needs more than a command. */
export interface LeaseCare {
  /** Announces a takeover; the holder has the grace of the settings to give the lease back. */
  takeOverLease(lease: string, actor: Actor): Promise<Result<undefined, Problem>>;
  /** Takes one step of a recovery and waits for how it ended: where a copy was kept, or null. The lease tells what is left to do. */
  recoverLease(lease: string, step: RecoveryStep, actor: Actor): Promise<Result<string | null, Problem>>;
}

export function createLeaseCare(
  orchestrator: Orchestrator,
  graceMs: () => number,
  disposables: DisposableStore,
): LeaseCare {
  const takeOverLease = async (lease: string, actor: Actor): Promise<Result<undefined, Problem>> => {
    const asked = await orchestrator.dispatch({ type: 'takeOverLease', lease, graceMs: graceMs() }, actor);
    return asked.ok ? ok(undefined) : asked;
  };

  const recoverLease = async (
    lease: string,
    step: RecoveryStep,
    actor: Actor,
  ): Promise<Result<string | null, Problem>> => {
    let rescue: string | null = null;
    const listening = orchestrator.onDidChange((news) => {
      for (const { event } of news) if (event.type === 'leaseRecovered' && event.lease === lease) rescue = event.rescue;
    });
    try {
      const ask = () => orchestrator.dispatch({ type: 'recoverLease', lease, step }, actor);
      const effect = effectOfRecovery(lease, step);
      const done = effect === null ? await ask() : await settlement(orchestrator, effect, ask, disposables);
      return done.ok ? ok(rescue) : done;
    } finally {
      listening.dispose();
    }
  };

  return { takeOverLease, recoverLease };
}
