import { isPastProposal } from '../patch/isProposing.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';

/** How far back signals look: what lies further was seen before. */
const most = 200;

export const recentRuns = ({ runs }: Pick<State, 'runs'>): readonly Run[] =>
  Object.values(runs)
    .slice(-most)
    .filter((run) => !isPastProposal(run));

/** A person took its work, or its gate is open. */
export const isTaken = (run: Run): boolean =>
  run.decision === null ? run.phase === 'waiting' && run.gate?.open === true : run.decision.kind === 'approved';
