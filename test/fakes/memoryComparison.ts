import type { WorkComparison } from '../../src/app/ports/git.ts';
import { err, ok } from '../../src/base/result.ts';
import * as problems from '../../src/adapters/git/problems.ts';
import type { Checkout, Commit } from './memoryLooks.ts';
import { changesBetween, conflictsOf, type Files } from './memoryTrees.ts';

interface History {
  readonly filesAt: (name: string) => Files;
  readonly ancestors: (id: string) => readonly string[];
}

interface Memory extends History {
  readonly checkouts: ReadonlyMap<string, Checkout>;
  readonly keepTree: (files: Files) => string;
  readonly keepCommit: (commit: Commit, at: string) => string;
}

const commonOf = ({ ancestors }: History, a: string, b: string): string | undefined =>
  ancestors(a).find((id) => ancestors(b).includes(id));

/** Whether two commits merge: a path that both changed in different ways is a conflict. */
export function forecastInMemory(
  memory: History,
  a: string,
  b: string,
): { readonly clean: boolean; readonly conflicts: readonly string[] } {
  const common = commonOf(memory, a, b);
  const before = common === undefined ? new Map<string, string>() : memory.filesAt(common);
  const conflicts = conflictsOf(before, memory.filesAt(a), memory.filesAt(b));
  return { clean: conflicts.length === 0, conflicts };
}

/** What a comparison of work promises, on maps. */
export const createMemoryComparison = (memory: Memory): WorkComparison => ({
  look: async (asked) =>
    asked.map(({ path, base }) => {
      const checkout = memory.checkouts.get(path);
      if (checkout === undefined) return err(problems.notIsolated(path, 'the folder does not exist'));
      const tree = memory.keepTree(checkout.files);
      const commit = memory.keepCommit({ tree, parent: checkout.head, message: 'work in progress' }, '0');
      const from = commonOf(memory, base, checkout.head) ?? base;
      const files = changesBetween(memory.filesAt(from), checkout.files).map((change) => change.path);
      return ok({ commit, files: files.toSorted(), unread: [] });
    }),
  forecast: async (pairs) => pairs.map(([a, b]) => ok(forecastInMemory(memory, a, b))),
  dispose: async () => undefined,
});
