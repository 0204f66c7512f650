import assert from 'node:assert/strict';
import { treeNode, type TreeNode } from '../../../src/app/views/treeNode.ts';
import { Rows } from '../../../src/vscode/views/rows.ts';

const node = (id: string, description = '', children: readonly TreeNode[] = []): TreeNode =>
  treeNode({ id, label: id, description, icon: 'check', contextValue: 'x', children });

const changedIds = (rows: Rows, nodes: readonly TreeNode[]): readonly string[] | 'all' => {
  const change = rows.update(nodes);
  return change === 'all' ? 'all' : change.map((row) => row.node.id);
};

describe('rows of a tree', () => {
  it('draws everything when rows come, go or change places', () => {
    const rows = new Rows();
    assert.equal(changedIds(rows, [node('a'), node('b')]), 'all');
    assert.equal(changedIds(rows, [node('b'), node('a')]), 'all');
    assert.equal(changedIds(rows, [node('b')]), 'all');
  });

  it('draws nothing when nothing changed, and only the row that did', () => {
    const rows = new Rows();
    rows.update([node('a', '', [node('a1')]), node('b')]);
    assert.deepEqual(changedIds(rows, [node('a', '', [node('a1')]), node('b')]), []);
    assert.deepEqual(changedIds(rows, [node('a', '', [node('a1', 'new')]), node('b')]), ['a1']);
    assert.deepEqual(changedIds(rows, [node('a', '', [node('a1', 'new')]), node('b', 'x')]), ['b']);
  });

  it('draws a parent once with its new children', () => {
    const rows = new Rows();
    rows.update([node('a', '', [node('a1')])]);
    assert.deepEqual(changedIds(rows, [node('a', '', [node('a1', 'new'), node('a2')])]), ['a']);
  });

  it('keeps the object of a row, so that the editor keeps what is unfolded', () => {
    const rows = new Rows();
    rows.update([node('a')]);
    const [before] = rows.roots;
    rows.update([node('b'), node('a', 'new')]);
    assert.equal(rows.roots[1], before);
    assert.equal(before?.node.description, 'new');
  });

  it('forgets a row with all below it, but not one that has another place now', () => {
    const rows = new Rows();
    const moved = node('m', '', [node('m1')]);
    rows.update([node('a', '', [moved]), node('b', '', [node('b1')])]);
    const row = rows.roots[0]?.children[0];
    rows.update([node('b', '', [moved])]);
    assert.equal(rows.roots[0]?.children[0], row);
    assert.equal(rows.roots[0]?.children[0]?.children[0]?.node.id, 'm1');
    rows.update([node('b')]);
    rows.update([node('b', '', [node('b1')]), node('m')]);
    assert.notEqual(rows.roots[1], row, 'it went and came again');
  });
});
