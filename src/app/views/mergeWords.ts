import type { Run } from '../../core/loop/types.ts';
import { approvedCommit } from '../../core/merged/select.ts';
import type { MergeEvent } from '../../core/merged/event.ts';
import { personWord } from './actorWord.ts';
import { shortCommit, shortList, shortRef } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** What became of a task whose base moved, in the reader's language. */
export function mergeWords({ t }: Pick<ViewContext, 't'>, event: MergeEvent): string {
  switch (event.type) {
    case 'mergeReopened':
      return t('checks of the merged result asked for again');
    case 'approvalLapsed':
      return t('approval lapsed: the base moved');
    case 'resultMerged': {
      const { base, made } = event.merged;
      if (made.kind === 'rewritten') return t('not merged: {base} has another history', { base: shortCommit(base) });
      if (made.kind === 'conflict')
        return t('conflicts with {base}: {files}', { base: shortCommit(base), files: shortList(made.files, 3) });
      return t('merged onto {base} as {commit}', {
        base: shortCommit(base),
        commit: shortCommit(made.commit),
      });
    }
  }
}

/** Whoever is asked once more reads why; null where nobody is. */
export function lapsedWords({ t }: Pick<ViewContext, 't'>, { decision, lapsed, base }: Run): string | null {
  if (decision !== null || !lapsed) return null;
  return t('{by} approved {commit}, and {base} moved since: that yes is for nothing else, so it is asked for again.', {
    by: personWord(t, lapsed.by),
    commit: shortCommit(approvedCommit(lapsed)),
    base: shortRef(base?.ref ?? ''),
  });
}
