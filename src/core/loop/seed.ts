import type { Base, Run } from './types.ts';

/** Where a round starts: what is on the branch already, unless the base moved away from it. */
export const seedOf = (run: Run, base: Base): string =>
  run.seed?.commit ?? (run.change?.base === base.commit ? run.change.head : (run.start ?? base.commit));
