import type { MergedResult } from './types.ts';

/** What happens to a task whose base moved. */
export type MergeEvent =
  /** The head was merged onto the base of then; no checkout and no branch knows of it. */
  | { readonly type: 'resultMerged'; readonly run: string; readonly merged: MergedResult }
  /** A person has the checks that did not pass on the merged result run once more. */
  | { readonly type: 'mergeReopened'; readonly run: string }
  /** The base moved between the yes and the merge: the task waits once more, for a yes to what it makes of the new one. */
  | { readonly type: 'approvalLapsed'; readonly run: string };
