import { isPastProposal } from '../patch/isProposing.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';

/** How far back signals look: what lies further was seen before. */
const most = 200;

export const recentRuns = ({ runs }: Pick<State, 'runs'>): readonly Run[] =>
  Object.values(runs)
    .slice(-most)
    .filter((run) => !isPastProposal(run));
