import { requiredRoles } from '../topology/roles.ts';
import type { Topology } from '../topology/types.ts';

/** What choosing needs to know of an agent that can run now. */
export interface Candidate {
  readonly id: string;
  readonly family: string;
  readonly sandboxedWrite: boolean;
  readonly person?: boolean;
  readonly unverified?: boolean;
}

/** Those that MAM takes by itself; all where there are only others. */
export function usualOf<T extends Pick<Candidate, 'person' | 'unverified'>>(all: readonly T[]): readonly T[] {
  const usual = all.filter((one) => one.person !== true && one.unverified !== true);
  return usual.length > 0 ? usual : all;
}

/**
 * An agent for each seat: the one that a person chose, else for the writer the first that keeps to its sandbox, by
 * preference of another family than whoever was chosen to judge, and for
 * readers, by preference, one of another family than the writer. People and agents that were never tried get the seats
 * that they were chosen for, and others only where nobody else is. Seats without any candidate stay out.
 */
export function assignAgents(
  topology: Topology,
  all: readonly Candidate[],
  chosen: Readonly<Record<string, string>>,
  fullAccess: readonly string[],
): Readonly<Record<string, string>> {
  const candidates = usualOf(all);
  const writer = topology.roles.find((role) => role.authority === 'write');
  const able = candidates.filter((one) => one.sandboxedWrite || fullAccess.includes(one.id));
  const judges = requiredRoles(topology, true).flatMap(({ session }) => chosen[session] ?? []);
  const judging = new Set(all.filter((one) => judges.includes(one.id)).map((one) => one.family));
  const writing =
    (writer && chosen[writer.session]) ??
    able.find((one) => !judging.has(one.family))?.id ??
    able[0]?.id ??
    candidates[0]?.id;
  const family = all.find((one) => one.id === writing)?.family;
  const reading = candidates.find((one) => one.family !== family)?.id ?? candidates[0]?.id;
  return Object.fromEntries(
    topology.roles.flatMap((role): [string, string][] => {
      if (role.authority === 'ledger') return [];
      const agent = chosen[role.session] ?? (role.authority === 'write' ? writing : reading);
      return agent === undefined ? [] : [[role.session, agent]];
    }),
  );
}
