import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { isRequested } from './phases.ts';
import type { Run } from './types.ts';

/**
 * What is left to do for a run that is over and whose reports were put where people keep them: the folders of its jobs go.
 * One without a seal was a person's, or is of a time when there were none, and stays; so do all where the last work was
 * not promoted.
 */
export function clearJobs(state: State, { id, jobs, promoted, change, foldersCleared }: Run): readonly DomainEvent[] {
  const effect = `${id}/clear-jobs`;
  if (!promoted || promoted.head !== change?.head || foldersCleared || isRequested(state, effect)) return [];
  const folders = jobs.flatMap(({ id: job, ended }) => (ended?.seal === undefined ? [] : [{ job, seal: ended.seal }]));
  if (folders.length === 0) return [];
  return [
    {
      type: 'effectRequested',
      effect: { kind: 'clearJobFolders', id: effect, run: id, promotion: promoted, folders },
    },
  ];
}
