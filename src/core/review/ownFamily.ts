import type { LoopOptions, Run } from '../loop/types.ts';
import { requiredRoles, writerRole } from '../topology/roles.ts';
import type { Role } from '../topology/types.ts';

/** The family of an agent; one that a log says nothing of is its own. */
export const familyOf = ({ families = {} }: Pick<LoopOptions, 'families'>, agent: string): string =>
  families[agent] ?? agent;

/** Seats whose verdict may be needed although their agent is of the writer's family: two of one family share their blind spots. */
export function ownFamily({ options }: Pick<Run, 'options'>): readonly Role[] {
  const { topology, agents } = options;
  const writer = agents[writerRole(topology)?.session ?? ''];
  const family = writer === undefined ? undefined : options.families?.[writer];
  if (family === undefined) return [];
  return requiredRoles(topology, true).filter(({ session }) => {
    const agent = agents[session];
    return agent !== undefined && familyOf(options, agent) === family;
  });
}
