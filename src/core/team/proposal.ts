import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import { toChoose } from './judge.ts';
import type { Team } from './types.ts';

/** What the newest write lane or team proposes is a team's from now on: nothing at first, whatever was proposed before. */
export function teamProposal(team: Team, decision: Team['decision']): DomainEvent {
  const only = decision === 'proposed' ? team.patches?.[0] : undefined;
  const choice = toChoose(team);
  return {
    type: 'proposalMade',
    proposal: {
      run: null,
      task: team.task,
      session: 'omc-team',
      role: 'Implementer',
      agent: 'omc',
      base: team.base,
      worktree: null,
      command: team.command,
      verdict: only ? 'proposed' : 'blocked',
      patch: only?.patch ?? '',
      clean: true,
      blockers: decision === 'running' ? [unfinished()] : decision === 'completed' ? [nothing()] : team.blockers,
      warnings: team.warnings,
      ...(choice === null ? {} : { toChoose: choice }),
    },
  };
}

const unfinished = (): Problem => problem('omc.unfinished', 'The team has proposed nothing yet.');

const nothing = (): Problem => problem('omc.nothing', 'The team changed nothing.');
