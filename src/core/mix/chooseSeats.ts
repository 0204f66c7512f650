import { admissionOf } from '../limit/admission.ts';
import type { LoopOptions } from '../loop/types.ts';
import type { State } from '../state.ts';
import { familyOf } from '../review/ownFamily.ts';
import { requiredRoles, writerRole } from '../topology/roles.ts';
import { chooseAgent } from './choose.ts';
import type { MixAgent } from './types.ts';
import { unitsByAgent, workUnits } from './workUnits.ts';

/**
 * Who gets the seats that were left to the mix, for a run that begins at `at`: by role and by the work of late, and as far
 * as there is a choice nobody whose account is limited now or who is not `isFit`. An agent outside the mix gets a seat only where no other can.
 * Where families are known, the writer is chosen first, and who may have to judge its work is of another one where there is one.
 */
export function chooseSeats(
  state: State,
  options: Pick<LoopOptions, 'topology' | 'auto' | 'families'> & Partial<Pick<LoopOptions, 'agents'>>,
  at: string,
  isFit: (agent: string) => boolean = () => true,
): Readonly<Record<string, string>> {
  const { topology, auto = {}, agents = {}, families } = options;
  const seats = Object.entries(auto);
  if (seats.length === 0) return {};
  const { claude = 0, codex = 0 } = unitsByAgent(workUnits(state));
  const isFree = (agent: string): boolean => admissionOf(state, agent, at).kind === 'free' && isFit(agent);
  const choose = (session: string, candidates: readonly string[]): string | undefined => {
    const role = topology.roles.find((one) => one.session === session)?.name ?? session;
    const free = candidates.filter(isFree);
    const able = free.length > 0 ? free : candidates;
    const mixed = able.filter(isMixed);
    return mixed.length > 1 ? chooseAgent(role, state.mix, { claude, codex }) : (mixed[0] ?? able[0]);
  };
  const writer = writerRole(topology)?.session ?? '';
  const writing = auto[writer] ? choose(writer, auto[writer]) : agents[writer];
  const judges = new Set(requiredRoles(topology, true).map(({ session }) => session));
  return Object.fromEntries(
    seats.flatMap(([session, candidates]): [string, string][] => {
      const others = candidates.filter(
        (agent) =>
          families !== undefined &&
          writing !== undefined &&
          isFree(agent) &&
          familyOf(options, agent) !== familyOf(options, writing),
      );
      const agent =
        session === writer ? writing : choose(session, judges.has(session) && others.length > 0 ? others : candidates);
      return agent === undefined ? [] : [[session, agent]];
    }),
  );
}

const isMixed = (agent: string): agent is MixAgent => agent === 'claude' || agent === 'codex';
