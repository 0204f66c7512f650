import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../../core/state.ts';
import type { Role } from '../../core/topology/types.ts';
import type { BatchRequest } from './request.ts';

interface Picked {
  readonly roles: readonly Role[];
  readonly blockers: readonly Problem[];
}

/** The seats of a batch in the order of the registry, and what is wrong with the choice. */
export function pickSeats(
  request: Pick<BatchRequest, 'kind' | 'sessions' | 'role' | 'maxParallel' | 'assignments'>,
  state: Pick<State, 'topology' | 'sessions'>,
): Picked {
  const { topology, sessions } = state;
  if (!topology)
    return {
      roles: [],
      blockers: [noTeam()],
    };
  const known = new Map(topology.roles.map((role) => [role.session, role]));
  const blockers: Problem[] = [];
  const roles = (request.sessions ?? [...known.keys()]).flatMap((session) => {
    const role = known.get(session);
    // All lanes of a batch only read, whatever else their seat may do; a review by the author is none.
    if (role && (role.authority === 'read' || request.kind === 'runner')) return [role];
    blockers.push(role ? writes(role) : stranger(session, Object.hasOwn(sessions, session), known));
    return [];
  });
  if (roles.length > request.maxParallel)
    blockers.push(
      problem(
        'runner.tooMany',
        '{count} seats at once are more than --max-parallel allows ({most}). Name fewer with --sessions, or allow more.',
        { count: roles.length, most: request.maxParallel },
      ),
    );
  const [only] = roles;
  if (only && request.role !== null && request.role.trim().toLowerCase() !== only.name.toLowerCase())
    blockers.push(
      problem('runner.otherRole', '{session} is the {role}, not the {said}. Correct --role or --session-id.', {
        session: only.session,
        role: only.name,
        said: request.role,
      }),
    );
  for (const { session } of roles)
    if (request.assignments && !request.assignments[session]?.trim())
      blockers.push(
        problem(
          'runner.assignmentMissing',
          'There is no assignment for {session}. Write {session}.md, or leave --assignments-dir out.',
          { session },
        ),
      );
  return { roles, blockers };
}

/** Nobody has a seat before there is a team. */
export const noTeam = (): Problem =>
  problem(
    'runner.noRegistry',
    'There is no team yet, so there is nobody to ask. Take a step with `mam active-loop` or start a loop first.',
  );

const writes = ({ session, name }: Role): Problem =>
  problem('runner.notAReader', '{session} is the {role}, which does more than review. Name a seat that reviews.', {
    session,
    role: name,
  });

/** A session that only ever reported itself has no assignment: nobody gave it one. */
const stranger = (session: string, reported: boolean, known: ReadonlyMap<string, Role>): Problem =>
  reported
    ? problem(
        'runner.assignmentMissing',
        'There is no assignment for {session}. Write {session}.md, or leave --assignments-dir out.',
        { session },
      )
    : problem('runner.sessionUnknown', 'There is no session {session}. Known are: {known}.', {
        session,
        known: [...known.keys()].join(', '),
      });
