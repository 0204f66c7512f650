import { laneAdmission } from '../circuit/admission.ts';
import type { Now } from '../context.ts';
import type { Loop } from '../loop/types.ts';
import { chooseSeats } from '../mix/chooseSeats.ts';
import type { State } from '../state.ts';
import { requiredRoles, writerRole } from '../topology/roles.ts';
import type { Standing } from './nextMove.ts';

/** Who would get the seats that the loop leaves to the mix, were a task begun now. */
export const seatsNow = (state: State, { options }: Loop, now: Now): Readonly<Record<string, string>> =>
  chooseSeats(state, options, now.at, (agent) => laneAdmission(state, agent, now).kind === 'free');

/**
 * Why those who would work on a task can't now. Only the writer is waited for: while it writes, a reviewer's limit may be
 * lifted. One that a person has to help is in nobody's way who is not needed.
 */
export function heldSeats(
  state: State,
  { options }: Pick<Loop, 'options'>,
  chosen: Readonly<Record<string, string>>,
  now: Now,
): Standing['held'] {
  const agents = { ...options.agents, ...chosen };
  const writer = writerRole(options.topology);
  const needed = [...(writer ? [writer] : []), ...requiredRoles(options.topology, false)];
  for (const { session } of needed) {
    const admission = laneAdmission(state, agents[session] ?? '', now);
    if (admission.kind === 'ask') return admission.problem;
    if (admission.kind === 'wait' && session === writer?.session) return 'wait';
  }
  return null;
}
