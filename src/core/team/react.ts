import { problem, type Problem } from '../../base/problem.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { hasRoom } from '../job/room.ts';
import { openEffects } from '../loop/phases.ts';
import type { State } from '../state.ts';
import { isAtWork, outOfTime, teamEnd } from './judge.ts';
import { teamProposal } from './proposal.ts';
import type { Team } from './types.ts';

/** A team whose workers are at work is given up after so many times the time for one that idles. */
const patience = 12;

/** Awake milliseconds at which a team is given up unless something of it changes before. */
function teamUntil({ deadlineAwake, movedAwake, idleMs, summary }: Team): number {
  const still = summary && isAtWork(summary) ? patience * idleMs : idleMs;
  return Math.min(deadlineAwake ?? Infinity, movedAwake + still);
}

/**
 * What follows for a team by itself, one step after the other: what an earlier one left is put aside, it is started,
 * looked at until it ends one way or another, captured, shut down, and what came of it is written down. It is shut down
 * whatever happened since it was started.
 */
export function stepTeam(state: State, team: Team, context: Context): readonly DomainEvent[] {
  if (team.decision !== 'running' || openEffects(state, team).length > 0) return [];
  const ask = (effect: TeamEffect): readonly DomainEvent[] => [
    { type: 'effectRequested', effect: { ...effect, id: `${team.id}/${effect.id}`, run: team.id } },
  ];
  const isBlocked = team.blockers.length > 0;
  if (!team.steps.includes('cleared')) return ask({ kind: 'publishTeam', id: 'clear', stage: 'clear' });
  if (team.name === null) {
    if (isBlocked) return ends(team, 'blocked');
    return hasRoom(state, 1, context.mostLanes) ? ask({ kind: 'launchTeam', id: 'launch' }) : [];
  }
  if (!team.steps.includes('shutDown')) {
    if (isBlocked || team.patches !== null) return ask({ kind: 'shutdownTeam', id: 'shutdown' });
    const end = team.summary && teamEnd(team.summary);
    if (end === 'failed') return blocked(team, failedTasks(team));
    if (end === 'done') return ask({ kind: 'captureTeam', id: 'capture' });
    const untilAwake = teamUntil(team);
    return context.awakeMs >= untilAwake
      ? blocked(team, gaveUp(team, context.awakeMs))
      : ask({ kind: 'pollTeam', id: `poll/${team.looks + 1}`, untilAwake });
  }
  if (!team.steps.includes('published')) return ask({ kind: 'publishTeam', id: 'publish', stage: 'final' });
  if (isBlocked) return ends(team, 'blocked');
  return ends(team, team.patches?.some((patch) => patch.files.length > 0) ? 'proposed' : 'completed');
}

type TeamEffect =
  | { readonly kind: 'publishTeam'; readonly id: string; readonly stage: 'clear' | 'final' }
  | { readonly kind: 'launchTeam' | 'captureTeam' | 'shutdownTeam'; readonly id: string }
  | { readonly kind: 'pollTeam'; readonly id: string; readonly untilAwake: number };

const ends = (team: Team, decision: 'blocked' | 'proposed' | 'completed'): readonly DomainEvent[] => [
  { type: 'teamEnded', team: team.id, decision },
  teamProposal(team, decision),
];

const blocked = (team: Team, why: Problem): readonly DomainEvent[] => [
  { type: 'teamBlocked', team: team.id, problem: why },
];

const failedTasks = ({ summary }: Team): Problem =>
  problem('omc.teamFailed', '{failed} of the team’s {total} tasks failed, so nothing of it is taken over.', {
    failed: summary?.tasks.failed ?? 0,
    total: summary?.tasks.total ?? 0,
  });

function gaveUp({ deadlineAwake, timeoutMs, movedAwake }: Team, awakeMs: number): Problem {
  return awakeMs >= (deadlineAwake ?? Infinity)
    ? outOfTime({ timeoutMs })
    : problem('omc.stalled', 'Nothing changed in the team for {seconds} s, so it was given up.', {
        seconds: Math.round((awakeMs - movedAwake) / 1000),
      });
}
