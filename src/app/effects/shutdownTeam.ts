import { fill, problem, type Problem } from '../../base/problem.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { findTeam } from '../team/findTeam.ts';
import type { Handler } from './handler.ts';

/**
 * Ends the team, by force where it does not end by itself, and the terminals that were opened for it alone. That this
 * failed changes nothing of what came of the team.
 */
export const shutdownTeam: Handler<'shutdownTeam'> = async (effect, { teams, state, privacy, watch }) => {
  const name = findTeam(state(), effect.run).name ?? '';
  const clean = (why: Problem): Problem => redactProblem(why, privacy().redact);
  // Afterwards nobody may be left who knows it.
  const server = await teams.server(name);
  const failed = await teams.shutdown(name, false);
  const stuck = failed && (await teams.shutdown(name, true));
  const isOver = server !== null && (await teams.endServer(server));
  const left = stuck ? [isOver ? kept(name, stuck) : stillThere(name, stuck)] : [];
  // Before its end is recorded, so that nothing is proposed while nobody has looked at what else was changed.
  await watch.look();
  return { kind: 'shutdownTeam', warnings: [...(failed ? [failed] : []), ...left].map(clean) };
};

const kept = (name: string, why: Problem): Problem =>
  problem(
    'omc.kept',
    'The workers of {name} have ended, but omc keeps their checkouts below .omc/team: {reason} Remove them with git worktree remove once nobody needs them.',
    { name, reason: fill(why.text, why.params) },
  );

const stillThere = (name: string, why: Problem): Problem =>
  problem(
    'omc.stillRunning',
    'The workers of {name} may still be running: {reason} Look with omc team status, and end them by hand.',
    { name, reason: fill(why.text, why.params) },
  );
