import type { Hold, HoldLevel, Job } from '../../core/job/types.ts';
import { sentence, type ViewContext } from './viewContext.ts';

const levelWord = (ctx: ViewContext, level: HoldLevel): string =>
  level === 'enforced' ? ctx.t('enforced') : ctx.t('advisory');

/** Whether a job's agent keeps it to its limits, in one word, the weaker of both; null when nothing was ever known. A lane of which nothing is proved yet is advisory. */
export const holdWord = (ctx: ViewContext, { hold, ended }: Job): string | null => {
  if (hold === undefined) return ended === undefined ? ctx.t('advisory') : null;
  return levelWord(ctx, hold.level);
};

/** The same of each limit, where there are two. */
const eachLimit = (ctx: ViewContext, { worktree, claim }: Hold): string | null =>
  claim === null
    ? null
    : ctx.t('Its worktree: {worktree}. Its claim: {claim}.', {
        worktree: levelWord(ctx, worktree),
        claim: levelWord(ctx, claim),
      });

/** What that word stands for, in a sentence or two; null when nothing is known. */
export const holdSentence = (ctx: ViewContext, { hold }: Job): string | null => {
  if (hold === undefined) return null;
  const each = eachLimit(ctx, hold);
  return [...(each === null ? [] : [each]), why(ctx, hold)].join(' ');
};

const why = (ctx: ViewContext, hold: Hold): string => {
  if (hold.why !== null) return sentence(ctx, hold.why);
  const means = { sandbox: ctx.t('its sandbox'), hook: ctx.t('its hook'), rules: ctx.t('its rules for tools') };
  return ctx.t('What it may not write is refused by {means}; MAM watches what its commands do.', {
    means: hold.by.map((one) => means[one]).join(', '),
  });
};
