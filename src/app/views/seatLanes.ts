import type { RoleSession } from '../../core/session/types.ts';
import { treeNode, type TreeNode } from './treeNode.ts';
import { phrase } from './words.ts';

/** A row of a seat, and the agent that it is about. */
export interface SeatRow {
  readonly agent: string;
  readonly node: TreeNode;
}

/** Agents in the order of the topology's day: as they were first at work, so that rows keep their place. */
const agentsOf = (rows: readonly SeatRow[], registered: RoleSession | undefined): readonly string[] => [
  ...new Set([...rows.map(({ agent }) => agent), ...Object.keys(registered?.lanes ?? {})].toSorted()),
];

/** A lane: what one agent does in a seat. */
const laneNode = (
  seat: string,
  agent: string,
  rows: readonly SeatRow[],
  said: RoleSession['lanes'][string] | undefined,
): TreeNode => {
  const own = rows.filter((row) => row.agent === agent).map(({ node }) => node);
  const [first] = own;
  return treeNode({
    id: `lane:${seat}:${agent}`,
    label: agent,
    // What stands first in it is the newest; a lane without rows has only its own word.
    description: first?.description ?? phrase(said?.status, said?.turn),
    icon: first?.icon ?? 'circle-outline',
    tone: first?.tone ?? 'muted',
    contextValue: 'lane',
    subject: first?.subject ?? {},
    children: own,
    action: first?.action ?? null,
    expanded: true,
  });
};

/** What lies below a seat: its rows, in lanes where several agents have the seat. */
export const laneRows = (
  seat: string,
  rows: readonly SeatRow[],
  registered: RoleSession | undefined,
): readonly TreeNode[] => {
  const agents = agentsOf(rows, registered);
  return agents.length < 2
    ? rows.map(({ node }) => node)
    : agents.map((agent) => laneNode(seat, agent, rows, registered?.lanes[agent]));
};
