import type { MergeEvent } from '../../core/merged/event.ts';
import { shortCommit, shortList } from './words.ts';
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
