import type { DisposableStore } from '../base/disposable.ts';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Command } from '../core/command.ts';
import type { DomainEvent } from '../core/event.ts';
import type { State } from '../core/state.ts';
import type { Orchestrator } from './orchestrator.ts';

/** Asks for what ends as one effect and waits for its end; `isOver` as below. */
export type Settled = (
  effect: string,
  command: Command,
  actor: Actor,
  isOver?: (state: State) => boolean,
  told?: (how: Ended) => void,
) => Promise<Result<undefined, Problem>>;

/** Whose doing it is that an effect ended well. */
export interface Ended {
  /** It was asked for by this wish, and not before by another one for the same. */
  readonly isOwn: boolean;
  /** Nothing had to be done. */
  readonly wasThere: boolean;
}

/**
 * Asks for something that ends as one effect, and waits for how it ended. It listens before it asks, so that an effect
 * that is settled at once is not missed. `isOver`: nothing is left to wait for, although no such effect was settled;
 * left out, that is so once nobody is asked for it.
 */
export async function settlement(
  orchestrator: Orchestrator,
  effect: string,
  ask: () => Promise<Result<readonly DomainEvent[], Problem>>,
  disposables: DisposableStore,
  isOver: (state: State) => boolean = ({ effects }) => effects[effect] === undefined,
  tell: (how: Ended) => void = () => undefined,
): Promise<Result<undefined, Problem>> {
  let ended: Result<undefined, Problem> | null = null;
  let told: () => void = () => undefined;
  let wasThere = false;
  let isAsked = false;
  const end = (result: Result<undefined, Problem> | null): void => {
    ended = result;
    if (result !== null) told();
  };
  const endIfOver = (): void => {
    if (isAsked && ended === null && isOver(orchestrator.state)) end(ok(undefined));
  };
  const listening = orchestrator.onDidChange((news) => {
    for (const { event } of news) {
      // The same may have been asked for before: how that ended is no answer to this.
      if (isRequestFor(event, effect)) end(null);
      if (event.type !== 'effectSettled' || event.effect !== effect) continue;
      wasThere = event.wasThere === true;
      end(event.problem ? err(event.problem) : ok(undefined));
    }
    endIfOver();
  });
  let closed = false;
  disposables.add({
    dispose: () => {
      closed = true;
      told();
    },
  });
  try {
    const asked = await ask();
    if (!asked.ok) return asked;
    isAsked = true;
    endIfOver();
    if (ended === null && !closed) await new Promise<void>((resolve) => (told = resolve));
    tell({ isOwn: asked.value.some((event) => isRequestFor(event, effect)), wasThere });
    return ended ?? err(closedBefore);
  } finally {
    listening.dispose();
  }
}

const isRequestFor = (event: DomainEvent, effect: string): boolean =>
  event.type === 'effectRequested' && event.effect.id === effect;

const closedBefore = problem('app.closed', 'MAM closed before this was finished. It goes on when it is opened again.');
