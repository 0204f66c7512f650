import type { LoopSource } from '../../src/core/loop/source.ts';
import type { Outcome } from '../../src/core/outcome.ts';

/** A checkout of an issue, whose branch holds `work` on top of `begin`. */
export const aSource = (over: Partial<LoopSource> = {}): LoopSource => ({
  path: '/wt/issue-20',
  branch: 'fix/issue-20',
  moves: true,
  base: 'begin',
  baseFrom: 'option',
  reviewOnly: false,
  ...over,
});

/** What the world finds in it, by where its branch is. */
export function sourceFound(
  { base, branch, reviewOnly }: LoopSource,
  heads: ReadonlyMap<string, string>,
): NonNullable<Extract<Outcome, { kind: 'prepareRun' }>['source']> {
  const head = heads.get(`refs/heads/${branch ?? ''}`) ?? base;
  const files = [{ path: 'src/a.ts', status: 'modified', added: 1, removed: 0 }] as const;
  return {
    sight: { head, commits: head === base ? 0 : 1, uncommitted: 0, empty: head === base },
    change: reviewOnly ? { base, head, tree: `tree-of-${head}`, files, patch: 'patch-of-work' } : null,
  };
}
