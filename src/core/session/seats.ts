import type { Topology } from '../topology/types.ts';
import { assignAgents, usualOf, type Candidate } from './assign.ts';

/** Stands for an agent where the mix is to choose one for each run. */
export const autoAgent = 'auto';
/** Stands for every seat that has no entry of its own. */
const everySeat = '*';

/** What a person wants of the seats, by session: its own entry, else that for every seat. */
export const seatWishes = (
  { roles }: Topology,
  wishes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    roles.flatMap(({ session, authority }): [string, string][] => {
      const wish = wishes[session] ?? (authority === 'ledger' ? undefined : wishes[everySeat]);
      return wish === undefined ? [] : [[session, wish]];
    }),
  );

/** Agents that were asked for by name. */
export const namedAgents = (wishes: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(wishes).filter((agent) => agent !== autoAgent);

export interface Seats {
  /** An agent for each seat. */
  readonly agents: Readonly<Record<string, string>>;
  /** Whom the mix may choose instead, for seats that are left to it. */
  readonly auto: Readonly<Record<string, readonly string[]>>;
}

/** Who sits where: the agents that were named, those that MAM takes, and for seats left to the mix all that could. */
export function seatAgents(
  topology: Topology,
  candidates: readonly Candidate[],
  wishes: Readonly<Record<string, string>>,
  fullAccess: readonly string[],
): Seats {
  const wished = Object.entries(seatWishes(topology, wishes));
  const named = Object.fromEntries(wished.filter(([, agent]) => agent !== autoAgent));
  const free = usualOf(candidates);
  const mayWrite = free.filter((one) => one.sandboxedWrite || fullAccess.includes(one.id));
  const auto = topology.roles
    .filter(({ session }) => wished.some(([seat, agent]) => seat === session && agent === autoAgent))
    .map(({ session, authority }): [string, readonly string[]] => [
      session,
      (authority === 'write' ? mayWrite : free).map(({ id }) => id),
    ]);
  return {
    agents: assignAgents(topology, candidates, named, fullAccess),
    auto: Object.fromEntries(auto.filter(([, ids]) => ids.length > 0)),
  };
}
