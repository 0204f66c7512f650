import {
  EventEmitter,
  window,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeItem,
  type TreeView,
} from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { TreeNode } from '../../app/views/treeNode.ts';
import type { ViewId } from '../ids.ts';
import { Rows, type Row, type RowChange } from './rows.ts';
import { treeItem } from './treeItem.ts';

interface TreeRequest {
  readonly id: ViewId;
  readonly read: () => readonly TreeNode[];
  /** A few words beside the view's title; empty for none. */
  readonly describe: () => string;
  /** What keeps the rows from being true, above them; empty for nothing. */
  readonly trouble: () => string;
  /** The view is on the screen for the first time: what it shows is needed now. */
  readonly need: () => void;
  /** What can be taken from its rows, or put onto them. */
  readonly drag?: TreeDragAndDropController<Row>;
}

export interface ProjectionTree extends Disposable {
  readonly view: TreeView<Row>;
  refresh(): void;
}

/**
 * A tree that shows a projection: rows are compared by id, and only what changed is drawn again. For one that nobody sees
 * no rows are made.
 */
export const createProjectionTree = ({ id, read, describe, trouble, need, drag }: TreeRequest): ProjectionTree => {
  const rows = new Rows();
  /** The rows are older than what they show. */
  let behind = true;
  const update = (): RowChange => {
    behind = false;
    return rows.update(read());
  };
  const changed = new EventEmitter<Row | Row[] | undefined>();
  const provider: TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: (row): TreeItem => treeItem(row.node),
    getChildren: (row) => {
      if (row !== undefined) return row.children;
      need();
      if (behind) update();
      return rows.roots;
    },
  };
  const view = window.createTreeView(id, {
    treeDataProvider: provider,
    showCollapseAll: false,
    canSelectMany: true,
    ...(drag === undefined ? {} : { dragAndDropController: drag }),
  });
  const store = new DisposableStore();
  store.add(changed);
  store.add(view);
  const refresh = (): void => {
    const words = describe();
    if (view.description !== words) view.description = words;
    // It also takes the place of what an empty view offers, which would not work now.
    const message = trouble();
    if ((view.message ?? '') !== message) view.message = message;
    behind = true;
    if (view.visible) draw();
  };
  const draw = (): void => {
    const change = update();
    if (change === 'all') changed.fire(undefined);
    else if (change.length > 0) changed.fire([...change]);
  };
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      if (visible && behind) draw();
    }),
  );
  return { view, refresh, dispose: () => store.dispose() };
};
