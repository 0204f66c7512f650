import { problem, type Problem } from '../../base/problem.ts';
import { blockingBreaches } from '../breach/select.ts';
import type { Context } from '../context.ts';
import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import type { Outcome } from '../outcome.ts';
import type { State } from '../state.ts';
import { mustChoose, outOfTime, patchProblems } from './judge.ts';
import type { Team, TeamStep } from './types.ts';

/** What a seat is said to be once a team was started that it did not watch: what it passed before counts no more. */
const pendingReview = 'pending-omc-review';

/** What the outcome of a team's effect means. */
export function settleTeam(
  state: State,
  team: Team,
  effect: Effect,
  outcome: Outcome,
  { awakeMs }: Context,
): readonly DomainEvent[] {
  const blocked = (why: Problem): DomainEvent => ({ type: 'teamBlocked', team: team.id, problem: why });
  const passed = (step: TeamStep, warnings: readonly Problem[] = []): DomainEvent => ({
    type: 'teamPassed',
    team: team.id,
    step,
    warnings,
  });
  switch (effect.kind) {
    case 'publishTeam': {
      const step = effect.stage === 'clear' ? 'cleared' : 'published';
      if (outcome.kind === 'publishTeam') return [passed(step, outcome.warnings)];
      return [passed(step), blocked(reasonOf(outcome))];
    }
    case 'launchTeam': {
      const deadlineAwake = team.movedAwake + team.timeoutMs;
      // Whatever it said when its start was cut off: its time was up.
      const late = awakeMs >= deadlineAwake ? outOfTime(team) : null;
      if (outcome.kind !== 'launchTeam') return [blocked(late ?? reasonOf(outcome))];
      const { name, warnings, problem: failed } = outcome;
      const why = failed && (late ?? failed);
      return [
        {
          type: 'teamLaunched',
          team: team.id,
          name,
          awakeMs,
          // Starting it counts: it has its time altogether.
          deadlineAwake,
          warnings,
        },
        ...invalidated(state, team),
        ...(why ? [blocked(why)] : []),
      ];
    }
    case 'pollTeam': {
      if (outcome.kind !== 'pollTeam') return [blocked(reasonOf(outcome))];
      const { summary } = outcome;
      return summary ? [{ type: 'teamSeen', team: team.id, summary, awakeMs }] : [];
    }
    case 'captureTeam': {
      if (outcome.kind !== 'captureTeam') return [blocked(reasonOf(outcome))];
      const { patches, warnings } = outcome;
      const problems = patchProblems(team, patches, state);
      const choice = problems.length === 0 ? mustChoose(patches) : null;
      return [
        { type: 'teamCaptured', team: team.id, patches, warnings },
        ...[...problems, ...(choice ? [choice] : [])].map(blocked),
      ];
    }
    case 'shutdownTeam': {
      const [breach] = blockingBreaches(state, team.id);
      const after = breach ? [blocked(outsideChanged(breach.names))] : [];
      return [passed('shutDown', outcome.kind === 'shutdownTeam' ? outcome.warnings : [reasonOf(outcome)]), ...after];
    }
    default:
      return [];
  }
}

/** Seats that block have not looked at what the team does: what they said of the task before is taken back. */
const invalidated = ({ topology }: State, { task }: Team): readonly DomainEvent[] =>
  (topology?.roles ?? []).flatMap(({ session, name, shipGate }): DomainEvent[] =>
    shipGate === 'blocking'
      ? [{ type: 'sessionBeat', session, role: name, task, status: pendingReview, agent: null, ttlMs: 0 }]
      : [],
  );

const outsideChanged = (names: readonly string[]): Problem =>
  problem(
    'omc.breach',
    'While the team worked, something outside its worktrees changed ({names}). Look at it with mam breach, then run the team again.',
    { names: names.join(', ') },
  );

const reasonOf = (outcome: Outcome): Problem =>
  outcome.kind === 'failed'
    ? outcome.problem
    : problem('effect.mismatch', 'The outcome of {effect} is of another kind. Resume to try it again.', {
        effect: outcome.kind,
      });
