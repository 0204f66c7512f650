import type { Clock } from '../base/clock.ts';
import type { DisposableStore } from '../base/disposable.ts';
import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import { isOverdue } from '../core/lease/facts.ts';
import { effectOfRecovery } from '../core/lease/recover.ts';
import type { RecoveryStep } from '../core/lease/types.ts';
import type { Settings } from '../protocol/settings.ts';
import type { AwakeClock } from './awakeClock.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { OwnerDuties } from './ownerDuties.ts';
import { settlement } from './settlement.ts';

interface Deps {
  readonly orchestrator: Orchestrator;
  readonly clock: Clock;
  readonly awake: AwakeClock;
  /** Tells whether this or another host runs effects now. */
  readonly duties: Pick<OwnerDuties, 'owner'>;
  readonly settings: () => Settings;
  readonly disposables: DisposableStore;
}

/** What is done with leases, as far as it needs more than a command. */
export interface LeaseCare {
  /** Announces a takeover; the holder has the grace of the settings to give the lease back. */
  readonly takeOver: (lease: string, actor: Actor) => Promise<Result<undefined, Problem>>;
  /** Takes one step of a recovery and waits for how it ended: where a copy was kept, or null. The lease tells what is left to do. */
  readonly recover: (lease: string, step: RecoveryStep, actor: Actor) => Promise<Result<string | null, Problem>>;
  /** Has leases whose time is up looked at, so that whoever claims right after meets only those that hold. */
  readonly settleOverdue: () => Promise<void>;
}

/** How long an owner gets to look at the worktrees of overdue leases, in milliseconds. */
const patienceMs = 10_000;

export function createLeaseCare({ orchestrator, clock, awake, duties, settings, disposables }: Deps): LeaseCare {
  const takeOver: LeaseCare['takeOver'] = async (lease, actor) => {
    const graceMs = settings()['mam.leases.takeoverGraceSeconds'] * 1000;
    const asked = await orchestrator.dispatch({ type: 'takeOverLease', lease, graceMs }, actor);
    return asked.ok ? ok(undefined) : asked;
  };

  const recover: LeaseCare['recover'] = async (lease, step, actor) => {
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

  const isLeft = (): boolean =>
    Object.values(orchestrator.state.leases).some(
      (lease) => lease.state === 'active' && isOverdue(orchestrator.state, lease, awake.now()),
    );

  const settleOverdue = async (): Promise<void> => {
    if (!isLeft() || duties.owner === null) return;
    // Any command will do: what is overdue is asked for by itself.
    await orchestrator.dispatch({ type: 'observeRefs', refs: {} }, { kind: 'host', id: 'leases' });
    await new Promise<void>((resolve) => {
      const end = (): void => {
        listening.dispose();
        timer.dispose();
        resolve();
      };
      const listening = orchestrator.onDidChange(() => (isLeft() ? undefined : end()));
      const timer = clock.after(patienceMs, end);
      disposables.add({ dispose: end });
      if (!isLeft()) end();
    });
  };

  return { takeOver, recover, settleOverdue };
}
