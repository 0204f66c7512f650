import { access } from 'node:fs/promises';
import type { GitCheckout } from '../../app/ports/git.ts';
import { listAdmins } from './admins.ts';
import { rebasing } from './branches.ts';
import type { Calls } from './calls.ts';
import type { PackedRefs } from './packedRefs.ts';
import { createRefReader } from './readRefs.ts';
import type { Repository } from './repository.ts';

/** Every checkout whose folder is there, the main one first, read from git's own files. */
export async function listCheckouts(
  calls: Calls,
  repository: Repository,
  packed: PackedRefs,
): Promise<readonly GitCheckout[]> {
  const { commonDir, controlRoot, bare } = repository;
  const main = bare ? [] : [{ path: controlRoot, folder: commonDir }];
  const found = await Promise.all(
    [...main, ...(await listAdmins(commonDir))].map(async ({ path, folder }): Promise<GitCheckout | null> => {
      if (!(await exists(path))) return null;
      const refs = await createRefReader(calls, commonDir, folder, packed);
      const [target, head, rebased] = await Promise.all([refs.target('HEAD'), refs.resolve('HEAD'), rebasing(folder)]);
      return { path, branch: short(target), rebasing: short(rebased), head, here: folder === repository.gitDir };
    }),
  );
  return found.filter((checkout) => checkout !== null);
}

const short = (ref: string | null): string | null => ref?.replace(/^refs\/heads\//, '') ?? null;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
