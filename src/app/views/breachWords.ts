import type { Breach } from '../../core/breach/types.ts';
import { shortList } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** What was found, in one line: who is tied to it, or only who worked meanwhile. */
export const breachWords = (ctx: ViewContext, breach: Breach): string => {
  const { t } = ctx;
  const who = [...new Set(breach.witnesses.map((witness) => witness.session))].join(', ');
  if (breach.kind === 'unseen') return t('what is shared could not be looked at while {who} worked', { who });
  const what = shortList(breach.names, 3);
  return breach.tie === null
    ? t('changed while {who} worked: {what}', { who, what })
    : t('{who} wrote outside its worktree: {what}', { who, what });
};

/** What the tie is, for whoever has to judge it; null without one. */
export const tieWords = (ctx: ViewContext, { tie }: Breach): string | null => {
  if (tie === null) return null;
  const { t } = ctx;
  switch (tie.by) {
    case 'hook':
      return t('its hook refused this before: {text}', { text: tie.text });
    case 'transcript':
      return t('its transcript says: {text}', { text: tie.text });
  }
};
