import type { Effect } from './effect.ts';
import { isProposing } from './patch/isProposing.ts';
import type { State } from './state.ts';

/** Whose effects there are beside those of loops: batches of lanes, teams of other programs, runs that propose a patch. */
export type EffectOwner = 'batches' | 'teams' | 'proposals';

/** Whether an effect is one of theirs. Who proposes has to win a lease, so that lapsed ones are looked at as well. */
export function isOwnedBy(
  { batches, teams, runs }: Pick<State, 'batches' | 'teams' | 'runs'>,
  { kind, run: id }: Pick<Effect, 'kind' | 'run'>,
  owner: EffectOwner,
): boolean {
  switch (owner) {
    case 'batches':
      return id !== null && Object.hasOwn(batches, id);
    case 'teams':
      return id !== null && Object.hasOwn(teams, id);
    case 'proposals': {
      const run = id !== null && Object.hasOwn(runs, id) ? runs[id] : undefined;
      return run ? isProposing(run) : kind === 'inspectLease';
    }
  }
}
