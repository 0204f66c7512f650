import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import * as problems from './problems.ts';
import type { Porcelain } from './porcelain.ts';

/** What this git can do beyond the oldest one that is supported. */
export interface Capabilities {
  /** Dots and words as git prints them. */
  readonly version: string;
  /** `worktree list -z`, from 2.36. */
  readonly listNul: boolean;
  /** `add --sparse`, from 2.34. */
  readonly addSparse: boolean;
  /** `merge-tree --write-tree`, from 2.38. */
  readonly mergeTree: boolean;
  /** `merge-tree --stdin`, from 2.39. */
  readonly mergeMany: boolean;
}

/** Asks for the version once; a failure is asked again, since git may be installed meanwhile. */
export function createCapabilities(porcelain: Porcelain, git: string): () => Promise<Result<Capabilities, Problem>> {
  let known: Capabilities | null = null;
  return async () => {
    if (known !== null) return ok(known);
    const version = await porcelain.version();
    if (version === null) return err(problems.gitMissing(git));
    const least = (major: number, minor: number) =>
      version.major > major || (version.major === major && version.minor >= minor);
    if (!least(2, 30)) return err(problems.gitTooOld(version.text));
    known = {
      version: version.text,
      listNul: least(2, 36),
      addSparse: least(2, 34),
      mergeTree: least(2, 38),
      mergeMany: least(2, 39),
    };
    return ok(known);
  };
}
