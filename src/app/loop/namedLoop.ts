import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { LoopSource } from '../../core/loop/source.ts';
import { parseCheck } from '../../core/evidence/checks.ts';
import type { State } from '../../core/state.ts';
import { loopTeam } from '../../core/topology/loopTeam.ts';
import { plannerRole, withPlanner } from '../../core/topology/planner.ts';
import { writerRole } from '../../core/topology/roles.ts';
import { topologyOf, type Settings } from '../../protocol/settings.ts';
import { isUsual, mayRead } from '../agentFitness.ts';
import { findSession } from '../agentSession/findSession.ts';
import { unknownAgent, type StartRequest } from '../loopOptions.ts';
import type { Ports } from '../ports.ts';
import type { LoopWish, PlaceWish } from './loopWish.ts';

export interface NamedLoopDeps {
  readonly ports: Pick<Ports, 'git' | 'agents'>;
  readonly settings: () => Settings;
  readonly state: () => State;
  readonly preferredBase: () => string | null;
}

/** Turns what a person named into what a loop is started with. Refusals come before anything is asked of an agent. */
export async function readNamedLoop(wish: LoopWish, deps: NamedLoopDeps): Promise<Result<StartRequest, Problem>> {
  const team = topologyOf(deps.settings());
  if (!team.ok) return team;
  const creator = agentNamed(wish.creator, deps);
  if (!creator.ok) return creator;
  const reviewers = await reviewersOf(wish, creator.value, deps);
  if (!reviewers.ok) return reviewers;
  const planner = wish.planner === null ? ok(null) : agentNamed(wish.planner, deps);
  if (!planner.ok) return planner;
  const source = wish.place === null ? ok(null) : await sourceOf(wish.place, deps);
  if (!source.ok) return source;
  const named = reviewers.value;
  const seats = planner.value === null ? team.value : withPlanner(team.value);
  const { topology, agents } = named.length > 0 ? loopTeam(seats, named) : { topology: seats, agents: {} };
  const writer = writerRole(topology)?.session;
  const plans = plannerRole(topology)?.session;
  const { task } = wish;
  const checks = typeof task === 'string' ? [] : task.checks.map((line) => parseCheck(line).argv);
  return ok({
    tasks: typeof task === 'string' ? [task] : null,
    limit: 1,
    only: named.length > 0 ? [...new Set([creator.value, ...named])] : null,
    agents: {
      ...agents,
      ...(writer === undefined ? {} : { [writer]: creator.value }),
      ...(plans === undefined || planner.value === null ? {} : { [plans]: planner.value }),
    },
    steps: wish.steps,
    promotes: true,
    claims: wish.claims.length > 0 ? { [typeof task === 'string' ? task : '']: wish.claims } : {},
    allowedChecks: checks.filter((argv) => argv.length > 0),
    topology,
    ...(source.value ? { source: source.value } : {}),
    ...(typeof task === 'string' ? {} : { given: task }),
    ...(wish.maxRounds === null ? {} : { maxRounds: wish.maxRounds }),
  });
}

/** The agent of that id, or that of the session that is called so. */
function agentNamed(name: string, { ports, state }: NamedLoopDeps): Result<string, Problem> {
  const known = ports.agents.list();
  if (known.some(({ id }) => id === name)) return ok(name);
  const session = findSession(state(), name);
  if (session.ok) return ok(session.value.agent);
  return err(unknownAgent([name], known) ?? session.error);
}

async function reviewersOf(
  { reviewers }: LoopWish,
  creator: string,
  deps: NamedLoopDeps,
): Promise<Result<readonly string[], Problem>> {
  if (reviewers === null) return ok([]);
  if (reviewers === 'all') return everybodyElse(creator, deps);
  const named: string[] = [];
  for (const one of reviewers) {
    const agent = agentNamed(one, deps);
    if (!agent.ok) return agent;
    named.push(agent.value);
  }
  return named.includes(creator) ? err(ownReview(creator)) : ok(named);
}

async function everybodyElse(
  creator: string,
  { ports: { agents }, settings }: NamedLoopDeps,
): Promise<Result<readonly string[], Problem>> {
  const fullAccess = settings()['mam.agents.fullAccess'];
  const others = agents.list().filter((one) => one.id !== creator && isUsual(one) && mayRead(one, fullAccess));
  const asked = await Promise.all(others.map(async ({ id }) => ({ id, status: await agents.probe(id) })));
  const ready = asked.flatMap(({ id, status }) => (status.kind === 'ready' ? [id] : []));
  if (ready.length > 0) return ok(ready);
  return err(
    problem(
      'loop.noReviewer',
      'Nobody but {creator} is ready to review. Name somebody with --reviewer, or see mam doctor.',
      {
        creator,
      },
    ),
  );
}

export const ownReview = (creator: string): Problem =>
  problem('loop.ownReview', '{creator} would review its own work. Name somebody else with --reviewer.', { creator });

/** The checkout as it is now. Its own branch is moved only in a linked worktree, and never where it is the base of all. */
async function sourceOf(
  { path, base, reviewOnly }: PlaceWish,
  { ports: { git }, preferredBase }: NamedLoopDeps,
): Promise<Result<LoopSource, Problem>> {
  const found = await git.findSource({ path, base });
  if (!found.ok) return found;
  const shared = await git.resolveBase(preferredBase());
  const isShared = !shared.ok || shared.value.ref === `refs/heads/${found.value.branch}`;
  return ok({
    path: found.value.path,
    branch: found.value.branch,
    moves: found.value.branch !== null && found.value.linked && !isShared,
    base: found.value.base,
    baseFrom: base === null ? 'head' : 'option',
    reviewOnly,
  });
}
