import type { Breach } from '../../core/breach/types.ts';
import type { State } from '../../core/state.ts';
import { action } from './actions.ts';
import { breachWords, tieWords } from './breachWords.ts';
import { isOver } from './select.ts';
import { escapeMarkdown, treeNode, type TreeNode } from './treeNode.ts';
import { oneLine } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** Nobody has answered it, and a run that it is about still matters, or a batch or a team is still told of. */
export const isOpen = (state: State, breach: Breach): boolean =>
  breach.accepted === undefined &&
  breach.witnesses.some(({ run, judges }) =>
    (judges === undefined ? [run] : [run, judges]).some((id) => {
      const found = state.runs[id];
      return found === undefined ? id in state.batches || id in state.teams : !isOver(found);
    }),
  );

/** What was found while a seat worked, and still waits for somebody to look at it; the blocking first. */
export const breachesOfSeat = (state: State, session: string): readonly Breach[] =>
  Object.values(state.breaches)
    .filter((breach) => isOpen(state, breach) && breach.witnesses.some((witness) => witness.session === session))
    .toSorted((a, b) => Number(b.blocks) - Number(a.blocks));

/** A row of its own, wherever it is listed. */
export const breachNode = (ctx: ViewContext, breach: Breach, contextValue: 'inbox.breach' | 'breach'): TreeNode => {
  const words = breachWords(ctx, breach);
  const tie = tieWords(ctx, breach);
  const names = breach.more > 0 ? [...breach.names, ctx.t('… and {count} more', { count: breach.more })] : breach.names;
  return treeNode({
    id: `${contextValue}:${breach.id}`,
    label: oneLine(words, 120),
    description: breach.blocks ? ctx.t('the gate stays closed') : ctx.t('only a warning'),
    icon: 'warning',
    tone: breach.blocks ? 'attention' : 'none',
    contextValue,
    subject: { breach: breach.id, ...(breach.witnesses[0] ? { run: breach.witnesses[0].run } : {}) },
    action: action(ctx.t, 'acceptBreach', breach.id),
    tooltip: [`**${escapeMarkdown(words)}**`, tie === null ? '' : escapeMarkdown(tie), ...names.map(escapeMarkdown)]
      .filter((line) => line !== '')
      .join('\n\n'),
  });
};
