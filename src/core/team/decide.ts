import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { proposalsOpen } from '../patch/underWay.ts';
import { redactProblem } from '../privacy/redactProblem.ts';
import { redactArgv } from '../privacy/secrets.ts';
import type { State } from '../state.ts';
import { teamProposal } from './proposal.ts';
import type { Team, TeamPlan } from './types.ts';

const running = ({ teams }: Pick<State, 'teams'>): Team | undefined =>
  Object.values(teams).find((team) => team.decision === 'running');

/**
 * Records a team. One that is to be run goes on even where something is in the way: before anything else what an earlier
 * one proposed is put aside, so that nobody takes it for the answer to this.
 */
export function startTeam(state: State, plan: TeamPlan, { id, at, awakeMs, redact }: Context): readonly DomainEvent[] {
  const other = plan.execute ? running(state) : undefined;
  const lane = plan.execute && proposalsOpen(state);
  const besides = lane
    ? [problem('omc.laneRunning', 'A lane that proposes a patch runs. Wait until it has ended, then start the team.')]
    : plan.blockers.map((one) => redactProblem(one, redact));
  const blockers = other
    ? [problem('omc.running', 'A team runs already. Wait until it has ended, or stop it with Ctrl-C.')]
    : besides;
  const runs = plan.execute && !other && !lane;
  const team: Team = {
    ...plan,
    id: id(),
    command: redactArgv(plan.command, redact),
    blockers,
    warnings: plan.warnings.map((one) => redactProblem(one, redact)),
    decision: runs ? 'running' : blockers.length > 0 ? 'blocked' : 'planned',
    steps: [],
    name: null,
    deadlineAwake: null,
    movedAwake: awakeMs,
    summary: null,
    looks: 0,
    patches: null,
    startedAt: at,
    endedAt: runs ? null : at,
  };
  return [{ type: 'teamStarted', team }, ...(runs ? [teamProposal(team, 'running')] : [])];
}

/** Gives up the team that runs; it is shut down, and nothing of it is taken over. */
export function stopTeam(state: State): Result<readonly DomainEvent[], Problem> {
  const team = running(state);
  if (!team) return err(problem('omc.notRunning', 'No team is running.'));
  const stopped = problem('omc.stopped', 'The team was stopped on request. Start it again to go on.');
  return ok(team.blockers.length > 0 ? [] : [{ type: 'teamBlocked', team: team.id, problem: stopped }]);
}
