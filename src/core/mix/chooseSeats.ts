import { admissionOf } from '../limit/admission.ts';
import type { LoopOptions } from '../loop/types.ts';
import type { State } from '../state.ts';
import { chooseAgent } from './choose.ts';
import type { MixAgent } from './types.ts';
import { unitsByAgent, workUnits } from './workUnits.ts';

/**
 * Who gets the seats that were left to the mix, for a run that begins at `at`: by role and by the work of late, and as far
 * as there is a choice nobody whose account is limited now. An agent outside the mix gets a seat only where no other can.
 */
export function chooseSeats(
  state: State,
  { topology, auto = {} }: Pick<LoopOptions, 'topology' | 'auto'>,
  at: string,
): Readonly<Record<string, string>> {
  const seats = Object.entries(auto);
  if (seats.length === 0) return {};
  const { claude = 0, codex = 0 } = unitsByAgent(workUnits(state));
  return Object.fromEntries(
    seats.flatMap(([session, candidates]): [string, string][] => {
      const role = topology.roles.find((one) => one.session === session)?.name ?? session;
      const free = candidates.filter((agent) => admissionOf(state, agent, at).kind === 'free');
      const able = free.length > 0 ? free : candidates;
      const mixed = able.filter(isMixed);
      const agent = mixed.length > 1 ? chooseAgent(role, state.mix, { claude, codex }) : (mixed[0] ?? able[0]);
      return agent === undefined ? [] : [[session, agent]];
    }),
  );
}

const isMixed = (agent: string): agent is MixAgent => agent === 'claude' || agent === 'codex';
