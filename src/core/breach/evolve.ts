import type { DomainEvent } from '../event.ts';
import { put, type Own } from '../records.ts';
import type { State } from '../state.ts';
import { openWitnesses, teamWitness, witnessesOf } from './select.ts';

/** Breaches after one more event. */
export function evolveBreaches(
  breaches: State['breaches'],
  event: DomainEvent,
  at: string,
  own?: Own,
): State['breaches'] {
  if (event.type === 'breachFound') return put(breaches, event.breach.id, event.breach, own);
  if (event.type !== 'breachAccepted') return breaches;
  const breach = breaches[event.breach];
  return breach ? put(breaches, breach.id, { ...breach, accepted: { by: event.by, at } }, own) : breaches;
}

/**
 * What is watched after one more event: whoever starts meanwhile is a witness of the next look, too, and whoever ends is
 * none any more, since a look comes right before. Nothing is watched once nobody works.
 */
export function evolveShared(state: State, event: DomainEvent): State['shared'] {
  const { shared } = state;
  switch (event.type) {
    case 'sharedSeen':
      return { facts: event.facts, jobs: openWitnesses(state) };
    case 'jobDispatched':
      return shared && { ...shared, jobs: [...shared.jobs, ...witnessesOf(state, event.job)] };
    case 'jobEnded':
      return without(shared, event.job);
    case 'teamPassed':
      if (event.step === 'cleared')
        return shared && { ...shared, jobs: [...shared.jobs, teamWitness({ id: event.team })] };
      return event.step === 'shutDown' ? without(shared, event.team) : shared;
    case 'teamEnded':
      return without(shared, event.team);
    default:
      return shared;
  }
}

function without(shared: State['shared'], ended: string): State['shared'] {
  const jobs = shared?.jobs.filter(({ job }) => job !== ended) ?? [];
  return shared && jobs.length > 0 ? { ...shared, jobs } : null;
}
