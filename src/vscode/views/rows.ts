import type { TreeNode } from '../../app/views/treeNode.ts';

/** A row as the tree's host knows it: the same object for the same id, whatever it shows. */
export interface Row {
  node: TreeNode;
  children: Row[];
}

/** What to draw again: everything, or just these rows. */
export type RowChange = 'all' | readonly Row[];

const shows = (node: TreeNode): string => JSON.stringify({ ...node, children: undefined });

const sameRows = (before: readonly Row[], nodes: readonly TreeNode[]): boolean =>
  before.length === nodes.length && before.every((row, index) => row.node.id === nodes[index]?.id);

/** Keeps rows by id and finds the smallest redraw. */
export class Rows {
  readonly #byId = new Map<string, Row>();
  roots: Row[] = [];

  update(nodes: readonly TreeNode[]): RowChange {
    const changed: Row[] = [];
    const sameRoots = sameRows(this.roots, nodes);
    const seen = new Set<string>();
    this.roots = nodes.map((node) => this.#place(node, changed, seen));
    for (const id of this.#byId.keys()) if (!seen.has(id)) this.#byId.delete(id);
    return sameRoots ? changed : 'all';
  }

  #place(node: TreeNode, changed: Row[], seen: Set<string>): Row {
    seen.add(node.id);
    const known = this.#byId.get(node.id);
    const row = known ?? { node, children: [] };
    this.#byId.set(node.id, row);
    const drawAgain = known === undefined || shows(row.node) !== shows(node) || !sameRows(row.children, node.children);
    row.node = node;
    if (!drawAgain) {
      row.children = node.children.map((child) => this.#place(child, changed, seen));
      return row;
    }
    changed.push(row);
    // Its children are drawn with it, so their own changes are not listed again.
    row.children = node.children.map((child) => this.#place(child, [], seen));
    return row;
  }
}

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'node' in value && 'children' in value;
