import { workspace } from 'vscode';

/** An icon as it may be drawn: without its turning for a person who said to the editor that they want no motion. */
export const iconName = (icon: string): string =>
  workspace.getConfiguration('workbench').get('reduceMotion') === 'on' ? icon.replaceAll('~spin', '') : icon;
