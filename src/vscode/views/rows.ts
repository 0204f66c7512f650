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

/** What one update comes to. */
interface Update {
  readonly changed: Row[];
  /** Rows that have a place, of all whose place was in question. */
  readonly placed: Set<Row>;
  /** Rows that lost theirs, unless they were given another. */
  readonly left: Row[];
}

/** Keeps rows by id and finds the smallest redraw. What is the same node as before is not looked into. */
export class Rows {
  readonly #byId = new Map<string, Row>();
  roots: Row[] = [];

  update(nodes: readonly TreeNode[]): RowChange {
    const update: Update = { changed: [], placed: new Set(), left: [] };
    const before = this.roots;
    const sameRoots = sameRows(before, nodes);
    this.roots = nodes.map((node) => this.#place(node, update, update.changed));
    if (!sameRoots) update.left.push(...before);
    for (const row of update.left) this.#forget(row, update.placed);
    return sameRoots ? update.changed : 'all';
  }

  #place(node: TreeNode, update: Update, changed: Row[]): Row {
    const known = this.#byId.get(node.id);
    const row = known ?? { node, children: [] };
    update.placed.add(row);
    if (known?.node === node) return row;
    this.#byId.set(node.id, row);
    const { node: before, children } = row;
    const sameChildren = known !== undefined && sameRows(children, node.children);
    const drawAgain = !sameChildren || shows(before) !== shows(node);
    row.node = node;
    if (drawAgain) changed.push(row);
    // Of a row that is drawn its children are drawn with it, so their own changes are not listed again.
    const below = drawAgain ? [] : changed;
    row.children = node.children.map((child) => this.#place(child, update, below));
    if (!sameChildren) update.left.push(...children);
    return row;
  }

  #forget(row: Row, placed: ReadonlySet<Row>): void {
    if (placed.has(row)) return;
    this.#byId.delete(row.node.id);
    for (const child of row.children) this.#forget(child, placed);
  }
}

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'node' in value && 'children' in value;
