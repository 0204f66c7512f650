import type { Recommendation } from '../../core/recommend/types.ts';
import { titleKey } from '../../core/queue/titleKey.ts';
import { escapeMarkdown, treeNode, type TreeNode } from './treeNode.ts';
import { oneLine, phrase } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

const row = (ctx: ViewContext, one: Recommendation): TreeNode => {
  const { title, goal, priority, lane, acceptance } = one;
  const why = sentence(ctx, one.reason);
  return treeNode({
    id: `recommendation:${titleKey(title)}`,
    label: oneLine(title, 120),
    description: phrase(`P${priority}`, oneLine(why, 80)),
    icon: one.byAgent ? 'comment' : 'lightbulb',
    contextValue: 'recommendation',
    subject: { wish: title },
    tooltip: [
      `**${escapeMarkdown(title)}**`,
      escapeMarkdown(why),
      escapeMarkdown(goal),
      acceptance.map((each) => `- ${escapeMarkdown(each)}`).join('\n'),
      escapeMarkdown(lane),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  });
};

/** What could be put into the queue, below one row; none where nothing is recommended. */
export const recommendationNodes = (ctx: ViewContext, all: readonly Recommendation[]): readonly TreeNode[] =>
  all.length === 0
    ? []
    : [
        treeNode({
          id: 'recommendations',
          label: ctx.t('Recommendations'),
          description: String(all.length),
          icon: 'lightbulb',
          tone: 'muted',
          contextValue: 'recommendations',
          tooltip: escapeMarkdown(ctx.t('Nothing of this is in the queue. Promote what is wanted.')),
          children: all.map((one) => row(ctx, one)),
        }),
      ];
