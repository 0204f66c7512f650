import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { SourceSight } from '../../core/loop/source.ts';

/** A checkout that a person named, and what its change counts from. */
export interface FoundSource {
  /** Absolute, without links. */
  readonly path: string;
  /** Null where HEAD is detached. */
  readonly branch: string | null;
  /** Whether it is a linked worktree, and no main checkout. */
  readonly linked: boolean;
  readonly head: string;
  /** Full id: of the base that was asked for, else of the head. */
  readonly base: string;
}

/** The calls about checkouts that a person named. */
export interface SourceGit {
  /**
   * Finds the checkout and its base. It has to be a folder (`source.missing`) that is the top of a checkout
   * (`source.notTop`) of this repository (`source.foreign`) with a commit (`source.unborn`), and the base a commit
   * (`source.baseUnknown`) that leads to its HEAD (`source.notAncestor`). `path` null: the main checkout; `base` null: HEAD.
   */
  findSource(spec: {
    readonly path: string | null;
    readonly base: string | null;
  }): Promise<Result<FoundSource, Problem>>;
  /**
   * Whether anything differs between two commits, told by git's exit codes alone, and what else there is to say of the
   * checkout. `head` null: its HEAD. Whatever can't be determined is a problem.
   */
  sightSource(spec: {
    readonly path: string;
    readonly base: string;
    readonly head: string | null;
  }): Promise<Result<SourceSight, Problem>>;
}
