import type { Role, Topology } from './types.ts';

/** The seats whose verdict the gate needs for a change that does or doesn't touch load-bearing files. */
export const requiredRoles = (topology: Topology, loadBearing: boolean): readonly Role[] =>
  topology.roles.filter((role) => role.required === 'always' || (loadBearing && role.required === 'load-bearing'));

/** The one seat that may write. A topology without it can't run tasks and is refused at the border. */
export const writerRole = (topology: Topology): Role | undefined =>
  topology.roles.find((role) => role.authority === 'write');
