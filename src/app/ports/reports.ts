import type { Problem } from '../../base/problem.ts';

/** What is at the one place where a report counts. */
export type ReportLook =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'report';
      readonly text: string;
      /** SHA-256 of its bytes, in hex. */
      readonly sha256: string;
      readonly bytes: number;
      /** Milliseconds since the epoch. */
      readonly modifiedAt: number;
      /** The text of what stands beside it to prove that it is whole; null for nothing that could. */
      readonly manifest: string | null;
    }
  /** Something is there that is taken for no report: a link, a pipe, too much, another folder. */
  | { readonly kind: 'refused'; readonly problem: Problem };

/** Looks at reports of agents, who may have put anything into their place. */
export interface Reports {
  /** Both paths lie below `jobs`, each as it was given out; a link anywhere between is refused. Never rejects. */
  look(paths: { readonly jobs: string; readonly report: string; readonly manifest: string }): Promise<ReportLook>;
}
