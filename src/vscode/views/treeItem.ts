import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Tone, TreeNode } from '../../app/views/treeNode.ts';
import { commandId, isCommandName } from '../ids.ts';
import { iconName } from '../motion.ts';

/** Colour only where a person must act. */
const colors: Readonly<Partial<Record<Tone, string>>> = {
  attention: 'list.warningForeground',
  bad: 'list.errorForeground',
};

const collapsible = ({ children, expanded }: TreeNode): TreeItemCollapsibleState => {
  if (children.length === 0) return TreeItemCollapsibleState.None;
  return expanded === true ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
};

export const treeItem = (node: TreeNode): TreeItem => {
  const item = new TreeItem(node.label, collapsible(node));
  const color = colors[node.tone];
  item.id = node.id;
  item.description = node.description;
  item.iconPath = new ThemeIcon(iconName(node.icon), color === undefined ? undefined : new ThemeColor(color));
  item.tooltip = new MarkdownString(node.tooltip);
  item.contextValue = node.contextValue;
  item.accessibilityInformation = { label: node.accessibilityLabel };
  if (node.action !== null && isCommandName(node.action.name)) {
    const { name, title, args } = node.action;
    item.command = { command: commandId(name), title, arguments: [...args] };
  }
  return item;
};
