import type { Job } from '../../core/job/types.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** Whether a job's agent keeps it to its limits, in one word; null when nothing was ever known. A lane of which nothing is proved yet is advisory. */
export const holdWord = (ctx: ViewContext, { hold, ended }: Job): string | null => {
  if (hold === undefined) return ended === undefined ? ctx.t('advisory') : null;
  return hold.level === 'enforced' ? ctx.t('enforced') : ctx.t('advisory');
};

/** What that word stands for, in a sentence; null when nothing is known. */
export const holdSentence = (ctx: ViewContext, { hold }: Job): string | null => {
  if (hold === undefined) return null;
  if (hold.why !== null) return sentence(ctx, hold.why);
  const means = { sandbox: ctx.t('its sandbox'), hook: ctx.t('its hook'), rules: ctx.t('its rules for tools') };
  return ctx.t('What it may not write is refused by {means}; MAM watches what its commands do.', {
    means: hold.by.map((one) => means[one]).join(', '),
  });
};
