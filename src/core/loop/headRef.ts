import type { Run } from './types.ts';

/** Where the branch of a run begins and what it is called there. */
type Sourced = Pick<Run, 'options' | 'change' | 'start' | 'branch'>;

/** The ref that holds the head of a run: as long as it is what the checkout held, the checkout's own. */
export function headRefOf({ options: { source }, change, start, branch }: Sourced): string {
  if (source === undefined || source.moves || change === null || change.head !== start) return `refs/heads/${branch}`;
  return source.branch === null ? change.head : `refs/heads/${source.branch}`;
}

/** Where the branch must be for the next commit on it; null where it must not exist yet. */
export function expectedHead(run: Sourced): string | null {
  const { options, change, start = null } = run;
  if (options.source === undefined) return change?.head ?? null;
  if (options.source.moves) return change?.head ?? start;
  return change === null || change.head === start ? null : change.head;
}
