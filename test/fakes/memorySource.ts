import * as problems from '../../src/adapters/git/sourceProblems.ts';
import type { SourceGit } from '../../src/app/ports/gitSource.ts';
import type { Git } from '../../src/app/ports/git.ts';
import type { Problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';
import type { Checkout } from './memoryLooks.ts';
import { changesBetween, type Files } from './memoryTrees.ts';

interface Memory {
  readonly root: string;
  readonly checkouts: ReadonlyMap<string, Checkout>;
  readonly filesAt: (name: string) => Files;
  readonly ancestors: (id: string) => readonly string[];
  readonly commitOf: (name: string) => string | null;
  readonly planned: (method: keyof Git) => { ok: false; error: Problem } | null;
}

/** The calls about checkouts that a person named, on maps. */
export function createMemorySource(memory: Memory): SourceGit {
  const { root, checkouts, filesAt, ancestors, commitOf, planned } = memory;
  const missing = (path: string) => {
    const above = [...checkouts.keys()].find((top) => path.startsWith(`${top}/`));
    return err(above === undefined ? problems.sourceMissing(path) : problems.sourceNotTop(path, above));
  };
  return {
    async findSource({ path: wanted, base: named }) {
      const failed = planned('findSource');
      if (failed !== null) return failed;
      const path = wanted ?? root;
      const found = checkouts.get(path);
      if (found === undefined) return missing(path);
      const base = named === null ? found.head : commitOf(named);
      if (base === null) return err(problems.sourceBaseUnknown(named ?? ''));
      if (!ancestors(found.head).includes(base)) return err(problems.sourceNotAncestor(named ?? '', path));
      return ok({ path, branch: found.branch, linked: path !== root, head: found.head, base });
    },
    async sightSource({ path, base, head: wanted }) {
      const failed = planned('sightSource');
      if (failed !== null) return failed;
      const found = checkouts.get(path);
      if (found === undefined) return missing(path);
      const head = wanted ?? found.head;
      const line = ancestors(head);
      if (!line.includes(base)) return err(problems.sourceNotAncestor(base, path));
      return ok({
        head,
        commits: line.indexOf(base),
        uncommitted: changesBetween(filesAt(found.head), found.files).length,
        empty: changesBetween(filesAt(base), filesAt(head)).length === 0,
      });
    },
  };
}
