import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { topologies } from './presets.ts';
import { shipGateOf } from './shipGate.ts';
import type { Role, Topology } from './types.ts';

/** A topology as a person writes it. How its seats count for shipping follows from what they may do. */
export interface TopologyDefinition {
  readonly id: string;
  readonly roles: readonly Omit<Role, 'shipGate'>[];
}

/**
 * Ids of topologies and sessions name files and rows: 1 to 64 letters, digits, dots, underscores and dashes. What every
 * object has by nature (`constructor`) is no name either: looked up in a record, it would always be found.
 */
export const isSessionId = (text: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(text) && !(text in {});

/** A topology that a loop can run with, or why this one is none. */
export function defineTopology({ id, roles }: TopologyDefinition): Result<Topology, Problem> {
  const fault = faultOf(id, roles);
  return fault ? err(fault) : ok({ id, roles: roles.map((role) => ({ ...role, shipGate: shipGateOf(role) })) });
}

function faultOf(id: string, roles: TopologyDefinition['roles']): Problem | null {
  if (!isSessionId(id))
    return problem(
      'topology.badId',
      '{topology} can’t name a topology. Use 1 to 64 letters, digits, dots, underscores and dashes.',
      { topology: id },
    );
  if (topologies.some((preset) => preset.id === id))
    return problem('topology.presetId', '{topology} is a topology that MAM brings. Give yours another id.', {
      topology: id,
    });
  const strange = roles.find((role) => !isSessionId(role.session));
  if (strange)
    return problem(
      'topology.badSession',
      'Topology {topology}: {session} can’t name a session. Use 1 to 64 letters, digits, dots, underscores and dashes.',
      { topology: id, session: strange.session },
    );
  const twice = roles.find((role, i) => roles.findIndex((one) => sameName(one.session, role.session)) < i);
  if (twice)
    return problem('topology.sessionTwice', 'Topology {topology} names the session {session} twice. Rename one.', {
      topology: id,
      session: twice.session,
    });
  const count = (authority: Role['authority']): number => roles.filter((role) => role.authority === authority).length;
  if (count('write') !== 1)
    return problem(
      'topology.writers',
      'Topology {topology} has {count} roles that write. Give exactly one the authority “write”.',
      { topology: id, count: count('write') },
    );
  if (count('ledger') !== 1)
    return problem(
      'topology.ledgers',
      'Topology {topology} has {count} roles that hold the ledger. Give exactly one the authority “ledger”.',
      { topology: id, count: count('ledger') },
    );
  const own = roles.find((role) => role.authority !== 'read' && role.required !== 'never');
  if (own)
    return problem(
      'topology.requiredWriter',
      'Topology {topology}: {session} does not only read, so its verdict can’t be required. Set its “required” to “never”.',
      { topology: id, session: own.session },
    );
  if (!roles.some((role) => role.required === 'always'))
    return problem(
      'topology.noReviewer',
      'Topology {topology} requires no review. Set “required” of at least one role that reads to “always”.',
      { topology: id },
    );
  return null;
}

/** Sessions name files, and on some disks `A` and `a` are one file. */
const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What is wrong with one's own topologies, the first thing of each. */
export const checkTopologies = (own: readonly TopologyDefinition[]): readonly Problem[] =>
  own.flatMap((definition) => {
    const defined = defineTopology(definition);
    return defined.ok ? [] : [defined.error];
  });

/** The topology of that name: one that MAM brings, else one of a person's own. Never another one instead. */
export function findTopology(id: string, own: readonly TopologyDefinition[]): Result<Topology, Problem> {
  const preset = topologies.find((topology) => topology.id === id);
  if (preset) return ok(preset);
  const [definition, second] = own.filter((one) => one.id === id);
  if (!definition)
    return err(
      problem('topology.unknown', 'There is no topology {topology}. Known are: {known}.', {
        topology: id,
        known: [...topologies, ...own].map((one) => one.id).join(', '),
      }),
    );
  if (second)
    return err(
      problem('topology.twice', 'mam.topologies has two topologies {topology}. Rename or remove one.', {
        topology: id,
      }),
    );
  return defineTopology(definition);
}
