import type { Check } from '../evidence/types.ts';

/** What git makes of a head on a base that moved meanwhile. */
export type MergeMade =
  /** `both`: files whose text is now neither what was reviewed nor what the base holds. */
  | { readonly kind: 'clean'; readonly commit: string; readonly tree: string; readonly both: readonly string[] }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** The base does not hold the commit any more on which the work was done. */
  | { readonly kind: 'rewritten' };

/** A head of a run, merged onto the base as it was at a look. It says nothing of any other base or head. */
export interface MergedResult {
  readonly base: string;
  readonly head: string;
  readonly made: MergeMade;
  /** The checks of the task as that base names them. */
  readonly checks: readonly Check[];
}

/** A commit that a person says yes to, and the base that it follows. */
export interface Landing {
  readonly base: string;
  readonly commit: string;
}
