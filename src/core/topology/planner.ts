import { shipGateOf } from './shipGate.ts';
import type { Role, Topology } from './types.ts';

const sessions: ReadonlySet<string> = new Set(['planner', 'planner-triage']);

const planner: Role = {
  session: 'planner',
  name: 'Planner',
  authority: 'read',
  shipGate: shipGateOf({ authority: 'read', required: 'never' }),
  required: 'never',
  focus: 'What is the smallest way to meet the task, and what would prove that it is met?',
};

/** The seat that plans and rules where writer and reviewers disagree. */
export const plannerRole = ({ roles }: Topology): Role | undefined =>
  roles.find((role) => role.authority === 'read' && sessions.has(role.session));

const scouts: ReadonlySet<string> = new Set(['experiment-scout']);

/** Whether a seat looks ahead, so that its reports may propose further tasks. */
export const mayPropose = (session: string): boolean => sessions.has(session) || scouts.has(session);

/** The topology with such a seat. One that it has already stays as it is. */
export const withPlanner = (topology: Topology): Topology =>
  plannerRole(topology) ? topology : { ...topology, roles: [...topology.roles, planner] };
