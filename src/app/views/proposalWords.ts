import type { Proposal } from '../../core/patch/types.ts';
import { oneLine } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** What a lane that was to propose a patch came to, in the reader's language. */
export const proposalWords = (ctx: ViewContext, { verdict, blockers, agent }: Proposal): string => {
  const [why] = blockers;
  if (verdict === 'proposed') return ctx.t('{agent} proposes a patch', { agent });
  if (verdict === 'empty') return ctx.t('{agent} changed nothing, so no patch is proposed', { agent });
  return why ? oneLine(sentence(ctx, why), 160) : ctx.t('no patch is proposed');
};
