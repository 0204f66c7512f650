import { access } from 'node:fs/promises';
import type { GitCheckout } from '../../app/ports/git.ts';
import { ok, type Result } from '../../base/result.ts';
import { listAdmins } from './admins.ts';
import { rebasing } from './branches.ts';
import type { Calls } from './calls.ts';
import { canonical } from './readText.ts';
import { createRefReader } from './readRefs.ts';
import type { RefFiles } from './refFiles.ts';
import type { Repository } from './repository.ts';

/** Every checkout whose folder is there, the main one first, read from git's own files. */
export async function listCheckouts(
  calls: Calls,
  repository: Repository,
  files: RefFiles,
): Promise<Result<readonly GitCheckout[], never>> {
  const { commonDir, controlRoot, bare } = repository;
  const main = bare ? [] : [{ path: controlRoot, folder: commonDir }];
  const found = await Promise.all(
    [...main, ...(await listAdmins(commonDir, files.text))].map(({ path, folder }) =>
      readCheckout(calls, repository, files, path, folder),
    ),
  );
  return ok(found.filter((checkout) => checkout !== null));
}

/** Every linked worktree that git knows, whether its folder is there or not. */
export async function listLinked(
  { commonDir }: Repository,
  files: RefFiles,
  paths: readonly string[],
): Promise<Result<readonly { readonly path: string; readonly branch: string | null }[], never>> {
  const spelled = new Map(await Promise.all(paths.map(async (path) => [await canonical(path), path] as const)));
  const admins = await listAdmins(commonDir, files.text);
  return ok(admins.map(({ path, headRef }) => ({ path: spelled.get(path) ?? path, branch: short(headRef) })));
}

/** The checkout of the source root; null in a bare layout, which has none there. */
export const ownCheckout = async (
  calls: Calls,
  repository: Repository,
  files: RefFiles,
): Promise<Result<GitCheckout | null, never>> =>
  ok(
    repository.bare && repository.gitDir === repository.commonDir
      ? null
      : await readCheckout(calls, repository, files, repository.sourceRoot, repository.gitDir),
  );

async function readCheckout(
  calls: Calls,
  { commonDir, gitDir }: Repository,
  files: RefFiles,
  path: string,
  folder: string,
): Promise<GitCheckout | null> {
  if (!(await exists(path))) return null;
  const refs = await createRefReader(calls, commonDir, folder, files);
  const [target, head, rebased] = await Promise.all([
    refs.target('HEAD'),
    refs.resolve('HEAD'),
    rebasing(folder, files.text),
  ]);
  return { path, branch: short(target), rebasing: short(rebased), head, here: folder === gitDir };
}

const short = (ref: string | null): string | null => ref?.replace(/^refs\/heads\//, '') ?? null;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
