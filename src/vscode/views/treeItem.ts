import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Tone, TreeNode } from '../../app/views/treeNode.ts';
import { commandId, isCommandName } from '../ids.ts';

/** Colour only where a person must act. */
const colors: Readonly<Partial<Record<Tone, string>>> = {
  attention: 'list.warningForeground',
  bad: 'list.errorForeground',
};

const collapsible = (node: TreeNode): TreeItemCollapsibleState =>
  node.children.length > 0 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;

export const treeItem = (node: TreeNode): TreeItem => {
  const item = new TreeItem(node.label, collapsible(node));
  const color = colors[node.tone];
  item.id = node.id;
  item.description = node.description;
  item.iconPath = new ThemeIcon(node.icon, color === undefined ? undefined : new ThemeColor(color));
  item.tooltip = new MarkdownString(node.tooltip);
  item.contextValue = node.contextValue;
  item.accessibilityInformation = { label: node.accessibilityLabel };
  if (node.action !== null && isCommandName(node.action.name)) {
    const { name, title, args } = node.action;
    item.command = { command: commandId(name), title, arguments: [...args] };
  }
  return item;
};
