import { escapeMarkdown, type ViewAction } from '../app/views/treeNode.ts';
import { commandId, isCommandName } from './ids.ts';

/** Without the characters that would end the link. */
const linkArguments = (args: readonly string[]): string =>
  encodeURIComponent(JSON.stringify(args)).replaceAll('(', '%28').replaceAll(')', '%29');

/** Where a link to a command leads; null where there is no such command. */
export const commandTarget = ({ name, args }: ViewAction): string | null =>
  isCommandName(name) ? `command:${commandId(name)}?${linkArguments(args)}` : null;

/** Words that run a command, in Markdown that is trusted with it. */
export const commandLink = (words: string, way: ViewAction): string => {
  const target = commandTarget(way);
  return target === null ? escapeMarkdown(words) : `[${escapeMarkdown(words)}](${target})`;
};
