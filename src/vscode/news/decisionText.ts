import { decisionWords, type Decision } from '../../app/views/decisions.ts';
import type { ViewAction } from '../../app/views/treeNode.ts';
import type { ViewContext } from '../../app/views/viewContext.ts';
import { commandTarget } from '../commandLink.ts';
import { views } from '../ids.ts';

/** Words of agents are in it, and an editor makes links of what looks like one. */
const plain = (text: string): string => text.replace(/[[\]]/g, ' ');

const link = (way: ViewAction): string => {
  const target = commandTarget(way);
  return target === null ? '' : `[${way.title}](${target})`;
};

/** What a notification says: of one decision with the ways to end it, of several with the way to all of them. */
export const decisionText = (ctx: ViewContext, decisions: readonly Decision[]): string => {
  const [only] = decisions;
  const ways =
    decisions.length === 1 && only !== undefined
      ? only.actions.map(link)
      : [`[${ctx.t('Show Inbox')}](command:${views[0]}.focus)`];
  return [plain(decisionWords(ctx, decisions)), ...ways].join(' ');
};
