import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Admin } from './admins.ts';
import { archive } from './archive.ts';
import { listOwnFiles, notShared } from './ownFiles.ts';
import type { Place } from './place.ts';
import { createRefReader } from './readRefs.ts';
import { mainCheckout } from './repository.ts';
import { rescue, type Rescue, type RescueDeps, type Wanted } from './rescue.ts';
import { submoduleSights } from './submoduleSights.ts';
import { commitsOnlyAt } from './worktreeSight.ts';

/**
 * Keeps everything that only this worktree holds, as a person wants it back: a commit for what git can tell, and the
 * files themselves. Where neither can hold it (repositories within it, names that are no text) the folder is kept. One
 * that holds nothing of its own costs a look.
 */
export async function keepWhole(
  deps: RescueDeps,
  place: Place,
  admin: Admin,
  path: string,
  wanted: Wanted,
): Promise<Result<Rescue, Problem>> {
  const { calls, repository, folder } = deps;
  const refs = await createRefReader(calls, repository.commonDir, place.gitDir);
  const [found, submodules, head] = await Promise.all([
    listOwnFiles(calls, place, folder),
    submoduleSights(calls, place),
    refs.resolve('HEAD'),
  ]);
  if (!found.ok) return found;
  if (!submodules.ok) return submodules;
  const own = {
    ...found.value,
    ignored: await notShared(place.cwd, mainCheckout(repository)?.cwd ?? null, found.value.ignored),
  };
  const lost = head === null || admin.headRef !== null ? ok(0) : await commitsOnlyAt(calls, repository, head);
  if (!lost.ok) return lost;
  const settled =
    own.moved.length === 0 && submodules.value.every(({ changed, unpushed }) => !changed && unpushed === 0);
  const files = [own.changed, own.deleted, own.moved, own.untracked, own.ignored].flat().length;
  if (files === 0 && lost.value === 0 && settled) return ok({ ref: null, keepFolder: false, modules: 'gone' });
  const made = await rescue(deps, place, path, { ...wanted, whole: true });
  if (!made.ok) return made;
  const { ref, staged, keepFolder } = made.value;
  if (keepFolder && !(settled && submodules.value.length > 0 && !own.odd && !hasRepository(own.untracked))) return made;
  if (own.odd || ref === null) return ok({ ...made.value, keepFolder: true });
  const name = ref.replace(/^refs\/mam\/rescue\//, '');
  const branch = admin.headRef?.replace(/^refs\/heads\//, '') ?? null;
  const kept = await archive(
    calls,
    { place, commonDir: repository.commonDir, own },
    { name, path, branch, head, staged: staged ?? null },
  );
  if (!kept.ok) return kept;
  if (!kept.value) return ok({ ...made.value, keepFolder: true });
  return ok({ ref, keepFolder: false, modules: settled ? 'gone' : 'keep' });
}

const hasRepository = (untracked: readonly string[]): boolean => untracked.some((path) => path.endsWith('/'));
