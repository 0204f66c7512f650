import type { Stamp } from './json.ts';

/** One contract file. */
export interface Projection {
  /** Relative to the ledger's folder. */
  readonly path: string;
  /** What its text is made from: while these are the same objects, the text is the same but for its stamp. */
  readonly reads: readonly unknown[];
  readonly render: (stamp: Stamp) => string;
}
