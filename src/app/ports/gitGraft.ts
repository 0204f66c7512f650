import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { MergeMade } from '../../core/merged/types.ts';

/** A commit that no ref leads to, and its tree. */
export interface Grafted {
  readonly commit: string;
  readonly tree: string;
}

/** Commits that are made of two others. Part of the port `Git`. */
export interface GraftGit {
  /**
   * The commit with those of the files that `from` has, byte for byte and with their modes; what stands in their way goes.
   * Only objects are written, and no checkout, index or ref. The same call gives the same commit.
   */
  graftFiles(spec: {
    readonly commit: string;
    readonly from: string;
    readonly paths: readonly string[];
  }): Promise<Result<Grafted, Problem>>;
  /**
   * The merge of `head` onto `base`, which work that was done on `from` meets now: a commit with both as parents, the files
   * that conflict, or that `base` does not hold `from` any more. Only objects are written, and no checkout, index or ref;
   * nothing of the repository is run. The same call gives the same commit. Below git 2.38 it is `git.mergeTooOld`.
   */
  mergeOnto(spec: {
    readonly from: string;
    readonly base: string;
    readonly head: string;
    readonly message: string;
    readonly at: string;
  }): Promise<Result<MergeMade, Problem>>;
}
