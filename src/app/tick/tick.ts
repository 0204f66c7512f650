import type { Disposable } from '../../base/disposable.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { State } from '../../core/state.ts';
import type { Tick } from '../../core/tick/types.ts';
import type { Orchestrator } from '../orchestrator.ts';
import { gatherTick } from './gather.ts';
import type { TickRequest } from './request.ts';
import type { TickSources } from './sources.ts';

export interface TickDeps {
  readonly orchestrator: Orchestrator;
  /** The orchestrator's own, which proves the state before anything ships. */
  readonly dispatch: Orchestrator['dispatch'];
  readonly sources: TickSources;
  /** Looks at the queue and the branches; what keeps new work from being done here, or null. */
  readonly look: () => Promise<Problem | null>;
  /** What is to end with the application. */
  readonly disposables: { add<T extends Disposable>(one: T): T };
}

/**
 * One step of the orchestrator: gathers, decides, and waits for the ship command if there is one to wait for. An error
 * is a step that could not be made at all; a blocked one is an answer.
 */
export const createTick =
  ({ orchestrator, dispatch, sources, look, disposables }: TickDeps) =>
  async (request: TickRequest, actor: Actor): Promise<Result<Tick, Problem>> => {
    const why = await look();
    if (why) return err(why);
    const facts = await gatherTick(request, orchestrator.state, sources);
    if (!facts.ok) return facts;
    const done = await dispatch({ type: 'tick', facts: facts.value }, actor);
    if (!done.ok) return done;
    const ticked = done.value.find((event) => event.type === 'ticked');
    if (!ticked) throw new Error('a tick without its event');
    return ticked.tick.decision === 'executing' ? shipped(orchestrator, ticked.tick, disposables) : ok(ticked.tick);
  };

/** The tick once its ship command has ended, whoever runs it. */
function shipped(
  orchestrator: Orchestrator,
  tick: Tick,
  disposables: TickDeps['disposables'],
): Promise<Result<Tick, Problem>> {
  return new Promise((resolve) => {
    const look = (state: State): void => {
      const now = state.ticks.find((one) => one.id === tick.id);
      // Another tick of the task took its place meanwhile: that one says how it goes on.
      if (now?.decision === 'executing') return;
      listening.dispose();
      resolve(ok(now ?? tick));
    };
    const listening = orchestrator.onDidChange(() => look(orchestrator.state));
    disposables.add({
      dispose: () =>
        resolve(err(problem('app.closed', 'MAM closed before this was finished. It goes on when it is opened again.'))),
    });
    look(orchestrator.state);
  });
}
