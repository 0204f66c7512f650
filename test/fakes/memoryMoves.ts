import * as problems from '../../src/adapters/git/problems.ts';
import type { Git } from '../../src/app/ports/git.ts';
import type { Problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';
import type { Checkout } from './memoryLooks.ts';
import type { Files } from './memoryTrees.ts';

/** The calls that move or take away a branch, on the same maps. */
export function createMemoryMoves(world: {
  readonly branches: Map<string, string>;
  readonly rescues: Map<string, string>;
  readonly checkouts: ReadonlyMap<string, Checkout>;
  readonly filesAt: (name: string) => Files;
  readonly ancestors: (id: string) => string[];
  readonly messageOf: (id: string) => string;
  readonly checkoutOf: (branch: string) => string | undefined;
  readonly planned: (method: keyof Git) => { readonly ok: false; readonly error: Problem } | null;
}): Pick<Git, 'deleteBranch' | 'fastForward' | 'listRescues' | 'seedCommit' | 'tryHooks' | 'tryPatch'> {
  const { branches, rescues, checkouts, filesAt, ancestors, checkoutOf, planned, messageOf } = world;
  return {
    async tryHooks() {
      return planned('tryHooks') ?? ok(undefined);
    },
    async seedCommit({ commit }) {
      return planned('seedCommit') ?? ok({ commit, tree: `tree of ${commit}`, redacted: [], taken: [] });
    },
    // Patches are git's alone; what happens around them is tested with a planned answer or the real one.
    async tryPatch() {
      return planned('tryPatch') ?? err(problems.patchConflict('no patches in memory'));
    },
    async listRescues() {
      const failed = planned('listRescues');
      if (failed !== null) return failed;
      return ok(
        [...rescues].toReversed().map(([ref, commit]) => ({
          name: ref.slice('refs/mam/rescue/'.length),
          commit,
          parent: ancestors(commit)[1] ?? null,
          at: '1970-01-01T00:00:00Z',
          about: messageOf(commit),
        })),
      );
    },
    async deleteBranch({ branch, head }) {
      const failed = planned('deleteBranch');
      if (failed !== null) return failed;
      const path = checkoutOf(branch);
      if (path !== undefined) return err(problems.commitCheckedOut(branch, path));
      const rescue = `refs/mam/rescue/branch/${branch}/${head.slice(0, 12)}`;
      const found = branches.get(branch);
      if (found !== undefined && found !== head) return err(problems.commitMoved(branch, found));
      rescues.set(rescue, head);
      branches.delete(branch);
      return ok({ rescue });
    },
    async fastForward({ baseRef, base, head }) {
      const failed = planned('fastForward');
      if (failed !== null) return failed;
      const branch = baseRef.replace(/^refs\/heads\//, '');
      const found = branches.get(branch);
      if (found === head) return ok(undefined);
      if (found !== base) return err(problems.baseMoved(baseRef, found ?? ''));
      if (!ancestors(head).includes(base)) return err(problems.notFastForward(baseRef));
      const path = checkoutOf(branch);
      if (path !== undefined) {
        const checkout = checkouts.get(path)!;
        const [old, next] = [filesAt(base), filesAt(head)];
        const moved = [...new Set([...old.keys(), ...next.keys()])].filter((file) => old.get(file) !== next.get(file));
        const dirty = moved.find((file) => checkout.files.get(file) !== old.get(file));
        if (dirty !== undefined) return err(problems.mergeDirty(path, dirty));
        const kept = [...checkout.files].filter(([file]) => !moved.includes(file));
        checkout.files = new Map([...kept, ...[...next].filter(([file]) => moved.includes(file))]);
        checkout.head = head;
      }
      branches.set(branch, head);
      return ok(undefined);
    },
  };
}
