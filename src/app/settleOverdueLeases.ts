import type { Clock } from '../base/clock.ts';
import type { DisposableStore } from '../base/disposable.ts';
import { isOverdue } from '../core/lease/facts.ts';
import type { Orchestrator } from './orchestrator.ts';

/** How long an owner gets to look at the worktrees, in milliseconds. */
const patienceMs = 10_000;

interface Deps {
  readonly orchestrator: Orchestrator;
  readonly clock: Clock;
  readonly awakeMs: () => number;
  /** Whether this or another host runs effects now. */
  readonly isServed: () => boolean;
  readonly disposables: DisposableStore;
}

/** Has leases whose time is up looked at, so that whoever claims right after meets only those that hold. */
export async function settleOverdueLeases(deps: Deps): Promise<void> {
  const { orchestrator, clock, awakeMs, isServed, disposables } = deps;
  const isLeft = (): boolean =>
    Object.values(orchestrator.state.leases).some(
      (lease) => lease.state === 'active' && isOverdue(orchestrator.state, lease, awakeMs()),
    );
  if (!isLeft() || !isServed()) return;
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
}
