import type { Run } from '../loop/types.ts';

/** Id of the effect that commits a patch as a round of a run. */
export const applyEffect = (run: Pick<Run, 'id' | 'round'>): string => `${run.id}/apply/${run.round}`;
