import type { ViewAction } from '../app/views/treeNode.ts';
import type { Wait } from '../app/views/waits.ts';
import { commandId, isCommandName } from './ids.ts';

/** Words of agents are in it, and an editor makes links of what looks like one. */
const plain = (text: string): string => text.replace(/[[\]]/g, ' ');

/** Without the characters that would end the link. */
const linkArguments = (args: readonly string[]): string =>
  encodeURIComponent(JSON.stringify(args)).replaceAll('(', '%28').replaceAll(')', '%29');

const link = ({ name, title, args }: ViewAction): string =>
  isCommandName(name) ? `[${title}](command:${commandId(name)}?${linkArguments(args)})` : '';

/** What a notification about a wait says, with the ways to end it. */
export const waitText = ({ label, actions }: Pick<Wait, 'label' | 'actions'>): string =>
  [plain(label), ...actions.map(link)].join(' ');
