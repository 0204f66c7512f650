import type { DomainEvent } from '../event.ts';
import { recent } from '../records.ts';
import type { State } from '../state.ts';
import type { Team } from './types.ts';

type Teams = State['teams'];

/** Teams that were started and have ended, and teams of which nothing was started, that are still told of: as many of each. */
const mostEnded = 10;

const isStarted = ({ name }: Team): boolean => name !== null;

export function evolveTeams(teams: Teams, event: DomainEvent, at: string): Teams {
  if (event.type === 'teamStarted') return { ...recent(teams, isStarted, mostEnded), [event.team.id]: event.team };
  const team = 'team' in event && Object.hasOwn(teams, event.team) ? teams[event.team] : undefined;
  const next = team && evolveTeam(team, event, at);
  return next && next !== team ? { ...teams, [next.id]: next } : teams;
}

function evolveTeam(team: Team, event: DomainEvent, at: string): Team {
  switch (event.type) {
    case 'teamPassed':
      return { ...team, steps: [...team.steps, event.step], warnings: [...team.warnings, ...event.warnings] };
    case 'teamBlocked':
      return { ...team, blockers: [...team.blockers, event.problem] };
    case 'teamLaunched':
      return {
        ...team,
        name: event.name,
        deadlineAwake: event.deadlineAwake,
        movedAwake: event.awakeMs,
        warnings: [...team.warnings, ...event.warnings],
      };
    case 'teamSeen':
      return { ...team, summary: event.summary, movedAwake: event.awakeMs, looks: team.looks + 1 };
    case 'teamCaptured':
      return { ...team, patches: event.patches, warnings: [...team.warnings, ...event.warnings] };
    case 'teamEnded':
      return { ...team, decision: event.decision, endedAt: at };
    default:
      return team;
  }
}
