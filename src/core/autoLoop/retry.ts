import type { Now } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { isBusy } from '../loop/phases.ts';
import type { Loop, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { beginsMore } from './beginsMore.ts';
import { backOffMs } from './backOff.ts';
import { completedIn } from './cycles.ts';
import { setbackOf } from './setback.ts';

/** How often a loop tries a task that came to nothing by no fault of its work. */
export interface RetryTerms {
  /** Tries of one task, the first counted. */
  readonly attempts: number;
  /** Awake milliseconds before the second try; each further one comes after twice the time. */
  readonly backOffMs: number;
}

/** The same events, where instead of the question of a run another try of it follows after a while. Nobody is asked meanwhile. */
export const withRetries = (
  state: State,
  events: readonly DomainEvent[],
  { awakeMs }: Pick<Now, 'awakeMs'>,
): readonly DomainEvent[] =>
  events.map((event) => (event.type === 'runAsked' ? (planned(state, event, awakeMs) ?? event) : event));

function planned(
  state: State,
  { run: id, ask }: Extract<DomainEvent, { type: 'runAsked' }>,
  awakeMs: number,
): DomainEvent | null {
  const run = state.runs[id];
  const loop = run && state.loops[run.loop];
  const terms = loop?.options.guards?.retry;
  if (!run || !loop || !terms || ask.kind !== 'problem' || run.phase === 'retrying' || !mayRetry(state, loop))
    return null;
  const setback = setbackOf({ phase: 'needs-you', ask });
  const nth = (run.retry?.nth ?? 0) + 1;
  // Held files are waited for and its work goes on as it is; no writer begins anew for them.
  if ((setback !== 'lane' && setback !== 'held') || nth >= terms.attempts) return null;
  // What breaks trust is for a person to see before anything else is done.
  if (run.faults.length > 0) return null;
  return {
    type: 'retryPlanned',
    run: id,
    nth,
    untilAwake: awakeMs + backOffMs(terms.backOffMs, nth),
    why: ask.problem,
  };
}

/** Whether a loop begins a further try of anything. */
const mayRetry = (state: Pick<State, 'runs'>, loop: Loop): boolean => mayGoOn(loop) && !isOutOfTries(state, loop);

/** Whether a loop has use for more of what it took. */
function mayGoOn(loop: Loop): boolean {
  const { target = null } = loop.options.guards ?? {};
  return beginsMore(loop) && (target === null || completedIn(loop) < target);
}

/** Whether a loop that is to take so many tasks has begun all its tries, of all of them together. */
export function isOutOfTries(state: Pick<State, 'runs'>, loop: Loop): boolean {
  const { maxAttempts = null } = loop.options.guards ?? {};
  return maxAttempts !== null && attemptsOf(state, loop) - (loop.triedBefore ?? 0) >= maxAttempts;
}

/** Tries that were begun; one that is waited for is none yet, and what a person goes on with is no further one. */
export const attemptsOf = ({ runs }: Pick<State, 'runs'>, { id }: Loop): number =>
  Object.values(runs)
    .filter((run) => run.loop === id)
    .reduce(
      (sum, { phase, retry }) => sum + (phase === 'retrying' && retry?.by !== 'person' ? 0 : 1) + (retry?.nth ?? 0),
      0,
    );

/** Whether the time of its next try has come. */
export const isDue = ({ phase, retry }: Pick<Run, 'phase' | 'retry'>, { awakeMs }: Pick<Now, 'awakeMs'>): boolean =>
  phase === 'retrying' && awakeMs >= (retry?.untilAwake ?? 0);

/** A run that waits for a try which does not come any more asks its question, or was stopped with its loop. */
export function giveUpRetry(state: State, loop: Loop, runs: readonly Run[]): readonly DomainEvent[] {
  const run = runs.find(
    ({ phase, retry }) => phase === 'retrying' && !(retry?.by === 'person' ? mayGoOn(loop) : mayRetry(state, loop)),
  );
  if (!run) return [];
  if (loop.state !== 'stopping' && run.ask !== null) return [{ type: 'runAsked', run: run.id, ask: run.ask }];
  // A person may have let it go on while something of its last try was still under way; that is waited for.
  return isBusy(state, run) ? [] : [{ type: 'runStopped', run: run.id }];
}
