import type { DisposableStore } from '../base/disposable.ts';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Orchestrator } from './orchestrator.ts';

/**
 * Asks for something that ends as one effect, and waits for how it ended. It listens before it asks, so that an effect
 * that is settled at once is not missed.
 */
export async function settlement(
  orchestrator: Orchestrator,
  effect: string,
  ask: () => Promise<Result<unknown, Problem>>,
  disposables: DisposableStore,
): Promise<Result<undefined, Problem>> {
  let settle: (result: Result<undefined, Problem>) => void = () => undefined;
  const settled = new Promise<Result<undefined, Problem>>((resolve) => (settle = resolve));
  const listening = orchestrator.onDidChange((news) => {
    for (const { event } of news)
      if (event.type === 'effectSettled' && event.effect === effect)
        settle(event.problem ? err(event.problem) : ok(undefined));
  });
  disposables.add({
    dispose: () =>
      settle(err(problem('app.closed', 'MAM closed before this was finished. It goes on when it is opened again.'))),
  });
  try {
    const asked = await ask();
    return asked.ok ? await settled : asked;
  } finally {
    listening.dispose();
  }
}
