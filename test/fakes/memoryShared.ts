import type { Git } from '../../src/app/ports/git.ts';
import type { Problem } from '../../src/base/problem.ts';
import { ok } from '../../src/base/result.ts';
import type { SharedFact } from '../../src/core/breach/types.ts';

/** A test changes it. */
export interface MemoryShared {
  readonly shared: SharedFact[];
}

/** What all worktrees share: the branches, and whatever a test puts there. */
export function createMemoryShared(world: {
  readonly root: string;
  readonly branches: ReadonlyMap<string, string>;
  readonly planned: (method: keyof Git) => { ok: false; error: Problem } | null;
}): MemoryShared & Pick<Git, 'lookShared'> {
  const shared: SharedFact[] = [];
  const refs = (): readonly SharedFact[] =>
    [...world.branches].map(([name, mark]) => ({ kind: 'refs', name: `refs/heads/${name}`, mark }));
  return {
    shared,
    lookShared: async () =>
      world.planned('lookShared') ??
      ok({
        facts: [...shared, ...refs()],
        files: [`${world.root}/.git/config`],
        trees: [`${world.root}/.git/refs`],
      }),
  };
}
