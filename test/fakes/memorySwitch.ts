import type { Git } from '../../src/app/ports/git.ts';
import type { Problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';
import * as problems from '../../src/adapters/git/problems.ts';
import type { Checkout } from './memoryLooks.ts';
import { changesBetween, type Files } from './memoryTrees.ts';

/** The part of the port that checks branches out in the source root. */
export function createMemorySwitch(memory: {
  readonly root: string;
  readonly checkouts: ReadonlyMap<string, Checkout>;
  readonly branches: Map<string, string>;
  readonly filesAt: (name: string) => Files;
  readonly planned: (method: keyof Git) => { ok: false; error: Problem } | null;
  readonly branchProblem: (branch: string) => Problem | null;
}): Pick<Git, 'switchBranch'> {
  const { root, checkouts, branches, filesAt } = memory;
  return {
    async switchBranch(branch, from) {
      const failed = memory.planned('switchBranch');
      if (failed !== null) return failed;
      const here = checkouts.get(root);
      if (here === undefined) return err(problems.notSwitched(branch, 'there is no checkout'));
      if (here.branch === branch) return ok({ created: false });
      if (here.branch !== from) return err(problems.switchedMeanwhile(branch, here.branch));
      const target = branches.get(branch);
      if (target === undefined) {
        const why = memory.branchProblem(branch);
        if (why !== null) return err(why);
        branches.set(branch, here.head);
        here.branch = branch;
        return ok({ created: true });
      }
      const taken = [...checkouts].find(([, one]) => one.branch === branch)?.[0];
      if (taken !== undefined) return err(problems.branchInUse(branch, taken));
      const dirty = changesBetween(filesAt(here.head), here.files).map((change) => change.path);
      const moves = changesBetween(filesAt(here.head), filesAt(target)).map((change) => change.path);
      if (dirty.some((path) => moves.includes(path))) return err(problems.notSwitched(branch, 'local changes'));
      const kept = dirty.map((path) => [path, here.files.get(path)] as const);
      here.files = new Map(filesAt(target));
      for (const [path, text] of kept) if (text !== undefined) here.files.set(path, text);
      here.branch = branch;
      here.head = target;
      return ok({ created: false });
    },
  };
}
