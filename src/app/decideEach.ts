import { isoSeconds, type Clock } from '../base/clock.ts';
import type { Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { Command } from '../core/command.ts';
import type { Context } from '../core/context.ts';
import { decide } from '../core/decide.ts';
import type { DomainEvent } from '../core/event.ts';
import type { PoolSample } from '../core/poolTune/types.ts';
import { evolve } from '../core/evolve.ts';
import { react } from '../core/loop/react.ts';
import type { Own } from '../core/records.ts';
import type { State } from '../core/state.ts';
import type { Draft } from './ports/eventStore.ts';
import type { Ids } from './ports/system.ts';

/** A decision that never settles is a bug; this many follow-up steps are far beyond any real one. */
const mostSteps = 10_000;

export interface DecisionContext extends Context {
  /** Before a decision is made again: it then names the same things. */
  reset(): void;
}

export interface DecisionDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Awake milliseconds of the control root. */
  readonly awakeMs: () => number;
  /** Lanes that may run at once. */
  readonly mostLanes: () => number;
  /** How much the machine has to do, and what of the work at hand would not merge. */
  readonly samplePool: () => PoolSample;
  /** Takes out of the texts of people and agents what must not be kept. */
  readonly redact: (text: string) => string;
  /** SHA-256 of the token of a job's attempt. */
  readonly tokenHash: (job: string, attempt: number) => string;
}

export function createDecisionContext(deps: DecisionDeps, actor: Actor): DecisionContext {
  // Drawn once and kept, so that a decision repeated after a busy store names the same things.
  const drawn: string[] = [];
  let next = 0;
  return {
    actor,
    at: isoSeconds(deps.clock.now()),
    awakeMs: deps.awakeMs(),
    mostLanes: deps.mostLanes(),
    samplePool: deps.samplePool,
    redact: deps.redact,
    tokenHash: deps.tokenHash,
    id: () => (drawn[next++] ??= deps.ids.next()),
    reset: () => {
      next = 0;
    },
  };
}

/**
 * What each command leads to, each on the state that those before it leave: its own events and everything that follows
 * from them by itself. One that is refused leaves nothing.
 */
export function decideEach(
  start: State,
  asked: readonly { readonly command: Command; readonly context: DecisionContext }[],
): readonly Result<readonly Draft[], Problem>[] {
  const own: Own = new WeakSet();
  let state = start;
  const decideOne = (command: Command, context: DecisionContext): Result<readonly Draft[], Problem> => {
    context.reset();
    const drafts: Draft[] = [];
    const take = (events: readonly DomainEvent[], actor: Actor): void => {
      for (const event of events) {
        drafts.push({ at: context.at, actor: `${actor.kind}:${actor.id}`, event });
        state = evolve(state, { seq: state.seq + 1, at: context.at, actor: actor.id, event }, own);
      }
    };
    const decided = decide(state, command, context);
    if (!decided.ok) return decided;
    take(decided.value, context.actor);
    for (let steps = 0; ; steps++) {
      const more = react(state, context);
      if (more.length === 0) return ok(drafts);
      if (steps > mostSteps)
        throw new Error(`The core does not settle after ${command.type}: ${JSON.stringify(more[0])}`);
      take(more, { kind: 'host', id: 'core' });
    }
  };
  return asked.map(({ command, context }) => decideOne(command, context));
}
