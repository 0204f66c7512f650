import { problem } from '../../base/problem.ts';
import { ProblemError } from '../../base/problemError.ts';
import type { State } from '../../core/state.ts';
import type { Team } from '../../core/team/types.ts';

/** A team that is in the log; one that is not can't have work to do. */
export function findTeam({ teams }: Pick<State, 'teams'>, id: string): Team {
  const team = teams[id];
  if (!team) throw new ProblemError(problem('omc.unknown', 'The team {team} is not in the log.', { team: id }));
  return team;
}
