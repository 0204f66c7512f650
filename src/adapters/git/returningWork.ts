import type { Git } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import type { Repository } from './repository.ts';
import { tryPatch } from './tryPatch.ts';
import { listRescues } from './rescueList.ts';

interface Context {
  readonly repository: Repository;
  /** Files of our own. */
  readonly tmp: string;
}

/** The calls that bring work back which is in no checkout. */
export const returningWork = (
  calls: Calls,
  context: () => Promise<Result<Context, Problem>>,
): Pick<Git, 'listRescues' | 'tryPatch'> => ({
  async tryPatch(spec) {
    const at = await context();
    return at.ok ? tryPatch(calls, at.value.repository, at.value.tmp, spec) : at;
  },
  async listRescues() {
    const at = await context();
    return at.ok ? listRescues(calls, at.value.repository) : at;
  },
});
