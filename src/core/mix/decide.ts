import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { MixTarget } from './types.ts';

/** What makes this the wanted mix; nothing when it is that already. */
export const setMix = ({ mix }: State, target: MixTarget): readonly DomainEvent[] =>
  mix.claude === target.claude && mix.codex === target.codex ? [] : [{ type: 'mixSet', target }];
